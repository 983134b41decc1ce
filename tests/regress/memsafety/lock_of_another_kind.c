// SPDX-License-Identifier: GPL-3.0-or-later
// What was initialised as one kind of lock is used as another.
// expect: valid-memsafety=false
// engines: explore
// variant: -DSPIN_AS_MUTEX --property unreach-call => unreach-call=unknown
// engines: explore "a spin lock is used as a mutex"; bmc-order; bmc-lazy; bmc-eager; induction; impact
// variant: -DMUTEX_AS_RWLOCK => unreach-call=unknown
// engines: explore "a mutex is used as a read-write lock"; bmc-order; bmc-lazy; bmc-eager; induction; impact
// variant: -DSEMAPHORE_AS_MUTEX => unreach-call=unknown
// engines: explore "a semaphore is used as a mutex"; bmc-order; bmc-lazy; bmc-eager; induction; impact
// variant: -DCONDITION_AS_MUTEX => unreach-call=unknown
// engines: explore "a condition variable is used as a mutex"; bmc-order; bmc-lazy; bmc-eager; induction; impact
// variant: -DONE_AFTER_THE_OTHER => unreach-call=true valid-memsafety=unknown
// engines: explore
#include <pthread.h>
#include <semaphore.h>

static union {
  pthread_mutex_t mutex;
  pthread_spinlock_t spin;
  pthread_rwlock_t rwlock;
  pthread_cond_t condition;
  sem_t semaphore;
} u;

int main(void) {
#if defined(SPIN_AS_MUTEX)
  pthread_spin_init(&u.spin, 0);
  pthread_mutex_lock(&u.mutex);
#elif defined(SEMAPHORE_AS_MUTEX)
  sem_init(&u.semaphore, 0, 0);
  pthread_mutex_lock(&u.mutex);
#elif defined(CONDITION_AS_MUTEX)
  pthread_cond_init(&u.condition, NULL);
  pthread_mutex_lock(&u.mutex);
#elif defined(ONE_AFTER_THE_OTHER)
  pthread_mutex_init(&u.mutex, NULL);
  pthread_mutex_lock(&u.mutex);
  pthread_mutex_unlock(&u.mutex);
  pthread_mutex_destroy(&u.mutex);
  pthread_rwlock_init(&u.rwlock, NULL);
  pthread_rwlock_rdlock(&u.rwlock);
  pthread_rwlock_unlock(&u.rwlock);
  pthread_rwlock_destroy(&u.rwlock);
  sem_init(&u.semaphore, 0, 1);
  sem_wait(&u.semaphore);
#else
  pthread_mutex_init(&u.mutex, NULL);
  pthread_rwlock_rdlock(&u.rwlock);
#endif
}
