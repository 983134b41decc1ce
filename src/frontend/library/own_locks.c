// SPDX-License-Identifier: GPL-3.0-or-later
// The mutexes that stand for the project's own locks, where a program finds its locks by pointers: a table from the
// address of a lock to a mutex, which grows at the first use of an address.
#include "heddle_builtins.h"

enum { kOwnLocks = 32 };
typedef struct {
  long long parts[5];
} Mutex;
static const void* own_addresses[kOwnLocks];
static Mutex own_mutexes[kOwnLocks];

void __heddle_more_than_32_locks_of_the_project(void);  // defined nowhere

static void* own_mutex(const void* lock) {
  __VERIFIER_atomic_begin();
  int i = 0;
  while (i < kOwnLocks && own_addresses[i] != NULL && own_addresses[i] != lock) ++i;
  if (i < kOwnLocks) own_addresses[i] = lock;
  __VERIFIER_atomic_end();
  if (i == kOwnLocks) __heddle_more_than_32_locks_of_the_project();
  return &own_mutexes[i];
}

void __heddle_take_own_lock(const void* lock) { __heddle_MutexLock(own_mutex(lock)); }
void __heddle_give_own_lock(const void* lock) { __heddle_MutexUnlock(own_mutex(lock)); }
