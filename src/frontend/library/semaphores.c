// SPDX-License-Identifier: GPL-3.0-or-later
// Semaphore calls that can fail: the reason goes to errno.
#include "heddle_builtins.h"

int sem_init(void* semaphore, int shared, unsigned value) {
  if (value > 0x7fffffffu) return fail_with(EINVAL);
  return __heddle_SemInit(semaphore, value);
}
int sem_trywait(void* semaphore) { return __heddle_SemTryWait(semaphore) == 0 ? 0 : fail_with(EAGAIN); }
int sem_timedwait(void* semaphore, const void* until) {
  return __heddle_SemTimedWait(semaphore, until) == 0 ? 0 : fail_with(ETIMEDOUT);
}
int sem_clockwait(void* semaphore, int clock, const void* until) {
  return __heddle_SemTimedWait(semaphore, until) == 0 ? 0 : fail_with(ETIMEDOUT);
}
