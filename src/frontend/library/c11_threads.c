// SPDX-License-Identifier: GPL-3.0-or-later
// C11 <threads.h> on the same builtins as pthreads, with glibc's numbers. A C11 thread returns an int, which travels as
// the pointer-wide result of the thread.
#include "heddle_builtins.h"

enum { kSuccess = 0, kBusy = 1, kError = 2, kNoMemory = 3, kTimedOut = 4 };
enum { kRecursiveFlag = 1, kTimedFlag = 2 };

static int thread_code(int error) {
  switch (error) {
    case 0: return kSuccess;
    case EBUSY: return kBusy;
    case ENOMEM: return kNoMemory;
    case ETIMEDOUT: return kTimedOut;
    default: return kError;
  }
}

int thrd_create(thread_t* thread, int (*function)(void*), void* argument) {
  return thread_code(start_thread(thread, 0, (void*)function, argument));
}
int thrd_join(thread_t thread, int* result) {
  void* value = NULL;
  int error = __heddle_ThreadJoin(thread, &value);
  if (error == 0 && result != NULL) *result = (int)(long)value;
  return thread_code(error);
}
int thrd_detach(thread_t thread) { return thread_code(__heddle_ThreadDetach(thread)); }
int thrd_equal(thread_t a, thread_t b) { return a == b; }
void thrd_exit(int result) { __heddle_ThreadExit((void*)(long)result); }

int mtx_init(void* mutex, int flags) {
  if (flags & ~(kRecursiveFlag | kTimedFlag)) return kError;
  return thread_code(__heddle_MutexInit(mutex, flags & kRecursiveFlag));
}
int mtx_lock(void* mutex) { return thread_code(__heddle_MutexLock(mutex)); }
int mtx_timedlock(void* mutex, const void* until) { return thread_code(__heddle_MutexTimedLock(mutex, until)); }
int mtx_trylock(void* mutex) { return thread_code(__heddle_MutexTryLock(mutex)); }
int mtx_unlock(void* mutex) { return thread_code(__heddle_MutexUnlock(mutex)); }

int cnd_wait(void* condition, void* mutex) { return thread_code(__heddle_CondWait(condition, mutex)); }
int cnd_timedwait(void* condition, void* mutex, const void* until) {
  return thread_code(__heddle_CondTimedWait(condition, mutex, until));
}
