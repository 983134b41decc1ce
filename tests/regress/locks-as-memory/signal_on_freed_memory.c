// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: bmc-order
// A condition variable ends with the memory it is in; a signal afterwards is undefined.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_cond_t *c = malloc(sizeof *c);
  pthread_cond_init(c, 0);
  free(c);
  pthread_cond_signal(c);
  assert(1);
  return 0;
}
