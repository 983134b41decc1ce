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

// Attributes that mean nothing here; wrong values are refused. Who sets one writes the object, as for others.
#define WRITE(attr) *(attr) = *(attr)
#define IS_WRITTEN(attr) \
  {                      \
    WRITE(attr);         \
    return 0;            \
  }
#define ONE_OF_TWO(attr, value)                  \
  {                                              \
    if (value != 0 && value != 1) return EINVAL; \
    WRITE(attr);                                 \
    return 0;                                    \
  }
int pthread_attr_destroy(int* attr) IS_WRITTEN(attr) int pthread_attr_setguardsize(int* attr, size_t size)
    IS_WRITTEN(attr) int pthread_attr_setstacksize(int* attr, size_t size) {
  if (size < 16384) return EINVAL;
  WRITE(attr);
  return 0;
}
int pthread_mutexattr_destroy(int* attr) IS_WRITTEN(attr) int pthread_mutexattr_setpshared(int* attr, int shared)
    ONE_OF_TWO(attr, shared)
#define EMPTY(attr) \
  {                 \
    *attr = 0;      \
    return 0;       \
  }
        int pthread_condattr_init(int* attr) EMPTY(attr) int pthread_condattr_destroy(int* attr)
            IS_WRITTEN(attr) int pthread_condattr_setclock(int* attr, int clock)
                ONE_OF_TWO(attr, clock) int pthread_condattr_setpshared(int* attr, int shared) ONE_OF_TWO(
                    attr,
                    shared) int pthread_rwlockattr_init(int* attr) EMPTY(attr) int pthread_rwlockattr_destroy(int* attr)
                    IS_WRITTEN(attr) int pthread_rwlockattr_setpshared(int* attr, int shared)
                        ONE_OF_TWO(attr, shared) int pthread_barrierattr_init(int* attr)
                            EMPTY(attr) int pthread_barrierattr_destroy(int* attr)
                                IS_WRITTEN(attr) int pthread_barrierattr_setpshared(int* attr,
                                                                                    int shared) ONE_OF_TWO(attr, shared)
#define MAY_BE_WRITTEN(attr)             \
  {                                      \
    WRITE(attr);                         \
    return (int)__heddle_Nondet(0, 133); \
  }
                                    int pthread_attr_setschedpolicy(int* attr, int policy)
                                        MAY_BE_WRITTEN(attr) int pthread_attr_setinheritsched(int* attr, int inherits)
                                            MAY_BE_WRITTEN(attr) int pthread_attr_setscope(int* attr, int scope)
                                                MAY_BE_WRITTEN(attr) int pthread_mutexattr_setprotocol(int* attr,
                                                                                                       int protocol)
                                                    MAY_BE_WRITTEN(attr) int pthread_attr_setschedparam(
                                                        int* attr, const int* priority) {
  int seen = *priority;
  (void)seen;
  MAY_BE_WRITTEN(attr)
}
int pthread_attr_setaffinity_np(int* attr, size_t size, const void* processors) {
  const char* bytes = processors;
  char seen;
  for (size_t i = 0; i < size; ++i) seen = bytes[i];
  (void)seen;
  MAY_BE_WRITTEN(attr)
}

int pthread_barrier_init(void* barrier, const void* attr, unsigned count) {
  return count == 0 ? EINVAL : __heddle_BarrierInit(barrier, count);
}
