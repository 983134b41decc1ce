// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order
// One more post fails.
#include <assert.h>
#include <limits.h>
#include <semaphore.h>

int main(void) {
  sem_t s;
  sem_init(&s, 0, INT_MAX);
  assert(sem_post(&s) == 0);
  return 0;
}
