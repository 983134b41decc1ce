// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// engines: explore; bmc-lazy; bmc-eager
// variant: --no-lazy-context --no-lazy-balance --no-lazy-locksets => no-data-race=false
// engines: bmc-lazy
// Freeing is a write of the whole object.
#include <pthread.h>
#include <stdlib.h>
static int *cell;

static void *get(void *arg) {
  return *cell ? arg : 0;
}

int main(void) {
  pthread_t t;
  cell = malloc(sizeof *cell);
  *cell = 1;
  pthread_create(&t, 0, get, 0);
  free(cell);
  pthread_join(t, 0);
  return 0;
}
