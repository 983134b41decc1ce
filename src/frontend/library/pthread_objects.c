// SPDX-License-Identifier: GPL-3.0-or-later
// pthread functions that take attributes or arguments the builtins do not have. An attribute object keeps its one value
// in its first int: the kind of a mutex, the detach state of a thread. Numbers are glibc's.
#include "heddle_builtins.h"

enum { kMutexKinds = 4, kAdaptive = 3, kDetached = 1 };

int pthread_attr_init(int* attr) {
  *attr = 0;
  return 0;
}
int pthread_attr_setdetachstate(int* attr, int state) {
  if (state != 0 && state != kDetached) return EINVAL;
  *attr = state;
  return 0;
}
int pthread_attr_getdetachstate(const int* attr, int* state) {
  *state = *attr;
  return 0;
}
int pthread_create(thread_t* handle, const int* attr, void* function, void* argument) {
  return start_thread(handle, attr != NULL && *attr == kDetached, function, argument);
}
int pthread_timedjoin_np(thread_t thread, void* result, const void* until) {
  int error = __heddle_ThreadTryJoin(thread, result);
  return error == EBUSY ? ETIMEDOUT : error;
}
int pthread_clockjoin_np(thread_t thread, void* result, int clock, const void* until) {
  int error = __heddle_ThreadTryJoin(thread, result);
  return error == EBUSY ? ETIMEDOUT : error;
}
int pthread_equal(thread_t a, thread_t b) { return a == b; }

int pthread_mutexattr_init(int* attr) {
  *attr = 0;
  return 0;
}
int pthread_mutexattr_settype(int* attr, int kind) {
  if (kind < 0 || kind >= kMutexKinds) return EINVAL;
  *attr = kind;
  return 0;
}
int pthread_mutexattr_gettype(const int* attr, int* kind) {
  *kind = *attr;
  return 0;
}
int pthread_mutex_init(void* mutex, const int* attr) {
  int kind = attr == NULL ? 0 : *attr;
  return __heddle_MutexInit(mutex, kind == kAdaptive ? 0 : kind);
}

// Attributes that mean nothing here; wrong values are refused.
int pthread_attr_setstacksize(int* attr, size_t size) { return size < 16384 ? EINVAL : 0; }
int pthread_condattr_setclock(int* attr, int clock) { return clock == 0 || clock == 1 ? 0 : EINVAL; }
int pthread_condattr_setpshared(int* attr, int shared) { return shared == 0 || shared == 1 ? 0 : EINVAL; }
int pthread_mutexattr_setpshared(int* attr, int shared) { return shared == 0 || shared == 1 ? 0 : EINVAL; }
int pthread_rwlockattr_setpshared(int* attr, int shared) { return shared == 0 || shared == 1 ? 0 : EINVAL; }
int pthread_barrierattr_setpshared(int* attr, int shared) { return shared == 0 || shared == 1 ? 0 : EINVAL; }
#define ANY_ERROR_OR_NONE ((int)__heddle_Nondet(0, 133))
int pthread_attr_setschedpolicy(int* attr, int policy) { return ANY_ERROR_OR_NONE; }
int pthread_attr_setschedparam(int* attr, const int* priority) { return ANY_ERROR_OR_NONE; }
int pthread_attr_setinheritsched(int* attr, int inherits) { return ANY_ERROR_OR_NONE; }
int pthread_attr_setscope(int* attr, int scope) { return ANY_ERROR_OR_NONE; }
int pthread_attr_setaffinity_np(int* attr, size_t size, const void* processors) { return ANY_ERROR_OR_NONE; }
int pthread_mutexattr_setprotocol(int* attr, int protocol) { return ANY_ERROR_OR_NONE; }

int pthread_barrier_init(void* barrier, const void* attr, unsigned count) {
  return count == 0 ? EINVAL : __heddle_BarrierInit(barrier, count);
}
