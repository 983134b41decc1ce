// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false
// engines: auto; lasso termination=false
// Both raise their hand, see the other's, put it down, and raise it again at the same time.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];

static void *polite(void *arg) {
  int me = (int)(long)arg;
  wants[me] = 1;
  while (wants[1 - me]) {
    wants[me] = 0;
    wants[me] = 1;
  }
  wants[me] = 0;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, polite, (void *)0L);
  pthread_create(&b, NULL, polite, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
