// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=unknown
// variant: -DOWN => no-data-race=true
// The index is some number. OWN: it is one of an array that belongs to the thread, if it is in range at all.
#include <pthread.h>
#include <stdlib.h>

static int shared[4];

static void *run(void *argument) {
  int *index = argument;
#ifdef OWN
  int mine[4] = {0};
  mine[*index]++;
  return mine[0] ? NULL : argument;
#else
  shared[*index]++;
  return NULL;
#endif
}

int main(void) {
  int *one_index = malloc(sizeof *one_index), *other_index = malloc(sizeof *other_index);
  pthread_t one, two;
  pthread_create(&one, NULL, run, one_index);
  pthread_create(&two, NULL, run, other_index);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
