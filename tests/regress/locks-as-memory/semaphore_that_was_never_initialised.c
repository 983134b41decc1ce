// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: bmc-order
// What is behind the wait is not out of reach: the wait is undefined.
#include <semaphore.h>
#include <stdlib.h>
void reach_error(void);

int main(void) {
  sem_t *s = malloc(sizeof *s);
  sem_wait(s);
  reach_error();
  return 0;
}
