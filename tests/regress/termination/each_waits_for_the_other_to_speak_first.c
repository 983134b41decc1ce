// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false no-deadlock=true
// engines: auto; lasso termination=false
#include <pthread.h>
#include <stdatomic.h>

static atomic_int said[2];

static void *talker(void *arg) {
  int me = (int)(long)arg;
  while (!said[1 - me]) {
  }
  said[me] = 1;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, talker, (void *)1L);
  talker((void *)0L);
  pthread_join(t, NULL);
  return 0;
}
