// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: induction
// variant: -DTWO => unreach-call=unknown no-data-race=unknown
// variant: -DREADERS_WRITE => unreach-call=true|unknown no-data-race=unknown
// A semaphore of one is a lock; readers of a read-write lock see nothing half done.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int inside, a, b;

static void *visit(void *unused) {
  sem_wait(&s);
  inside = inside + 1;
  assert(inside == 1);
  inside = inside - 1;
  sem_post(&s);
  return unused;
}

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&l);
  if (a < 100) {
    a = a + 1;
    b = b + 1;
  }
  pthread_rwlock_unlock(&l);
  return unused;
}

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&l);
  assert(a == b);
#ifdef READERS_WRITE
  a = b;
#endif
  pthread_rwlock_unlock(&l);
  return unused;
}

int main(void) {
#ifdef TWO
  sem_init(&s, 0, 2);
#else
  sem_init(&s, 0, 1);
#endif
  for (;;) {
    pthread_t t;
    pthread_create(&t, NULL, visit, NULL);
    pthread_create(&t, NULL, writer, NULL);
    pthread_create(&t, NULL, reader, NULL);
  }
}
