// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown no-data-race=unknown no-deadlock=unknown
// engines: explore; bmc-order unreach-call=unknown; induction unreach-call=unknown; impact unreach-call=unknown
// line: 36
// variant: -DFIXED => unreach-call=true no-data-race=true no-deadlock=true
// engines: explore; bmc-order
// variant: -DKIND=1 => valid-memsafety=false unreach-call=unknown
// engines: explore
// variant: -DKIND=1 -DFIXED => unreach-call=true no-data-race=true
// engines: explore; bmc-order
// variant: -DKIND=2 => valid-memsafety=false unreach-call=unknown
// engines: explore; bmc-order unreach-call=unknown; bmc-lazy unreach-call=unknown; bmc-eager unreach-call=unknown
// variant: -DKIND=2 -DFIXED => unreach-call=true no-data-race=true
// engines: explore; bmc-order
// All bytes of a lock are the library's, not only those at its beginning.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#ifdef FIXED
#define BYTES sizeof(union any)
#else
#define BYTES 12
#endif
union any { pthread_mutex_t mutex; pthread_rwlock_t rwlock; sem_t semaphore; };

static void use(union any *lock) {
#if KIND == 2
  sem_init(&lock->semaphore, 0, 1);
  sem_wait(&lock->semaphore);
#elif KIND == 1
  pthread_rwlock_init(&lock->rwlock, 0);
  pthread_rwlock_rdlock(&lock->rwlock);
  pthread_rwlock_unlock(&lock->rwlock);
#else
  pthread_mutex_init(&lock->mutex, 0);
  pthread_mutex_lock(&lock->mutex);
  pthread_mutex_unlock(&lock->mutex);
#endif
}

int main(void) {
  union any *lock = malloc(BYTES);
  use(lock);
  free(lock);
  return 0;
}
