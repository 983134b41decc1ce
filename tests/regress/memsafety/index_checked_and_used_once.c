// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=true|unknown no-data-race=true
#include <pthread.h>
#include <stdatomic.h>

static int table[3];
static atomic_int index_of_last = 2;

static void *grow(void *arg) {
  (void)arg;
  index_of_last++;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, grow, NULL);
  int i = index_of_last;
  if (i < 3) table[i] = 1;
  pthread_join(t, NULL);
  return 0;
}
