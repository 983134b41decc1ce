/* SPDX-License-Identifier: Apache-2.0 */
/* Mutexes, read-write locks, spin locks and semaphores: for each operation the real call and, where it can block, the
 * same without blocking. A deadline long past turns the timed calls into tries that still tell a thread that it waits
 * for itself (EDEADLK). */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include "internal.h"

static const struct timespec long_ago = {0, 0};

static int tried(int result) { return result == EBUSY || result == ETIMEDOUT ? HEDDLE_RT_WOULD_BLOCK : result; }

/* PLAIN(Name, ...) and so on define heddle_Name(event, object, ...): `o` is the object, `m` what else the call got. */
#define DEFINE_REAL(name, expression)              \
  static int real_##name(void* o, const void* m) { \
    (void)m;                                       \
    return expression;                             \
  }
#define DEFINE_ATTEMPT(name, expression)              \
  static int attempt_##name(void* o, const void* m) { \
    (void)m;                                          \
    return tried(expression);                         \
  }
#define DEFINE(name, way, attempt, error)                                                   \
  int heddle_##name(uint32_t event, void* object) {                                         \
    static const struct heddle_rt_operation operation = {way, real_##name, attempt, error}; \
    return heddle_rt_call(event, &operation, object, NULL);                                 \
  }
#define PLAIN(name, expression, error) DEFINE_REAL(name, expression) DEFINE(name, HEDDLE_RT_PLAIN, NULL, error)
#define BLOCKING(name, expression, attempt, error) \
  DEFINE_REAL(name, expression) DEFINE_ATTEMPT(name, attempt) DEFINE(name, HEDDLE_RT_BLOCKING, attempt_##name, error)
#define TRYING(name, expression, error) \
  DEFINE_REAL(name, expression) DEFINE_ATTEMPT(name, expression) DEFINE(name, HEDDLE_RT_TRYING, attempt_##name, error)
#define TIMED(name, expression, attempt)                                                                   \
  DEFINE_REAL(name, expression)                                                                            \
  DEFINE_ATTEMPT(name, attempt) int heddle_##name(uint32_t event, void* object, const void* deadline) {    \
    static const struct heddle_rt_operation operation = {HEDDLE_RT_TIMED, real_##name, attempt_##name, 0}; \
    return heddle_rt_call(event, &operation, object, deadline);                                            \
  }

/* Mutexes. */
static int init_mutex(void* mutex, int kind) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, kind);
  int result = pthread_mutex_init(mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  return result;
}
static int real_MutexInit(void* mutex, const void* kind) { return init_mutex(mutex, (int)(intptr_t)kind); }
int heddle_MutexInit(uint32_t event, void* mutex, int kind) {
  static const struct heddle_rt_operation operation = {HEDDLE_RT_PLAIN, real_MutexInit, NULL, 0};
  return heddle_rt_call(event, &operation, mutex, (const void*)(intptr_t)kind);
}
PLAIN(MutexDestroy, pthread_mutex_destroy(o), 0)
BLOCKING(MutexLock, pthread_mutex_lock(o), pthread_mutex_timedlock(o, &long_ago), 0)
TRYING(MutexTryLock, pthread_mutex_trylock(o), 0)
TIMED(MutexTimedLock, pthread_mutex_timedlock(o, m), pthread_mutex_timedlock(o, &long_ago))
PLAIN(MutexUnlock, pthread_mutex_unlock(o), 0)
int heddle_rt_relock(void* mutex) { return attempt_MutexLock(mutex, NULL); }

/* Read-write locks. */
PLAIN(RwInit, pthread_rwlock_init(o, NULL), 0)
PLAIN(RwDestroy, pthread_rwlock_destroy(o), 0)
BLOCKING(RwReadLock, pthread_rwlock_rdlock(o), pthread_rwlock_timedrdlock(o, &long_ago), 0)
BLOCKING(RwWriteLock, pthread_rwlock_wrlock(o), pthread_rwlock_timedwrlock(o, &long_ago), 0)
TRYING(RwTryReadLock, pthread_rwlock_tryrdlock(o), 0)
TRYING(RwTryWriteLock, pthread_rwlock_trywrlock(o), 0)
TIMED(RwTimedReadLock, pthread_rwlock_timedrdlock(o, m), pthread_rwlock_timedrdlock(o, &long_ago))
TIMED(RwTimedWriteLock, pthread_rwlock_timedwrlock(o, m), pthread_rwlock_timedwrlock(o, &long_ago))
PLAIN(RwUnlock, pthread_rwlock_unlock(o), 0)

/* Spin locks. */
PLAIN(SpinInit, pthread_spin_init(o, PTHREAD_PROCESS_PRIVATE), 0)
PLAIN(SpinDestroy, pthread_spin_destroy(o), 0)
BLOCKING(SpinLock, pthread_spin_lock(o), pthread_spin_trylock(o), 0)
TRYING(SpinTryLock, pthread_spin_trylock(o), 0)
PLAIN(SpinUnlock, pthread_spin_unlock(o), 0)

/* Semaphores say with errno why they fail. A wait that a signal interrupts is begun again: in the model it cannot fail.
 * */
static int without_interruption(int (*wait)(sem_t*), sem_t* semaphore) {
  int result;
  do result = wait(semaphore);
  while (result != 0 && errno == EINTR);
  return result;
}
static int timed_wait(sem_t* semaphore, const struct timespec* deadline) {
  int result;
  do result = sem_timedwait(semaphore, deadline);
  while (result != 0 && errno == EINTR);
  return result;
}
static int errno_of(int result) { return result == 0 ? 0 : errno == EAGAIN ? EBUSY : errno; }
PLAIN(SemDestroy, sem_destroy(o), EINVAL)
BLOCKING(SemWait, without_interruption(sem_wait, o), errno_of(sem_trywait(o)), EINVAL)
int heddle_SemCancelWait(uint32_t event, void* semaphore, void* requests) {
  static const struct heddle_rt_operation operation = {HEDDLE_RT_CANCELLABLE, real_SemWait, attempt_SemWait, 0};
  (void)requests;
  return heddle_rt_call(event, &operation, semaphore, NULL);
}
DEFINE_REAL(SemTryWait, sem_trywait(o))
DEFINE_ATTEMPT(SemTryWait, errno_of(sem_trywait(o)))
DEFINE(SemTryWait, HEDDLE_RT_TRYING, attempt_SemTryWait, EAGAIN)
DEFINE_REAL(SemTimedWait, timed_wait(o, m))
int heddle_SemTimedWait(uint32_t event, void* semaphore, const void* deadline) {
  static const struct heddle_rt_operation operation = {HEDDLE_RT_TIMED, real_SemTimedWait, attempt_SemTryWait,
                                                       ETIMEDOUT};
  return heddle_rt_call(event, &operation, semaphore, deadline);
}
PLAIN(SemPost, sem_post(o), EOVERFLOW)
static int real_SemInit(void* semaphore, const void* value) {
  return sem_init(semaphore, 0, (unsigned)(uintptr_t)value);
}
int heddle_SemInit(uint32_t event, void* semaphore, unsigned value) {
  static const struct heddle_rt_operation operation = {HEDDLE_RT_PLAIN, real_SemInit, NULL, EINVAL};
  return heddle_rt_call(event, &operation, semaphore, (const void*)(uintptr_t)value);
}
static int real_SemGetValue(void* semaphore, const void* value) {
  return sem_getvalue(semaphore, (int*)(uintptr_t)value);
}
int heddle_SemGetValue(uint32_t event, void* semaphore, int* value) {
  static const struct heddle_rt_operation operation = {HEDDLE_RT_PLAIN, real_SemGetValue, NULL, EINVAL};
  return heddle_rt_call(event, &operation, semaphore, value);
}
