// SPDX-License-Identifier: GPL-3.0-or-later
// Behind each lock stands a field that main alone uses, without the lock. All bytes of a lock are the library's, and no
// more than these. A wait names a condition variable and a mutex, which have different sizes; with RELAXED explore asks
// what happens before what, which looks at the operations in another way.
// expect: no-data-race=true
// engines: explore; invariants
// variant: --data-model ilp32 => no-data-race=true
// engines: explore; invariants
// variant: -DRELAXED => no-data-race=true
// engines: explore
// variant: -DRELAXED --data-model ilp32 => no-data-race=true
// engines: explore
// variant: -DSHARED => no-data-race=false
// engines: explore
// variant: -DRELAXED -DSHARED => no-data-race=false
// engines: explore
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <threads.h>

static struct {
  pthread_mutex_t mutex;
  int behind_mutex;
  pthread_cond_t news;
  int behind_news;
  pthread_rwlock_t shelf;
  int behind_shelf;
  sem_t tickets;
  int behind_tickets;
  pthread_spinlock_t spin;
  int behind_spin;
  mtx_t lock;
  int behind_lock;
  cnd_t change;
  int behind_change;
} all;
static int ready;
static atomic_int seen;

static void *work(void *unused) {
#ifdef RELAXED
  atomic_fetch_add_explicit(&seen, 1, memory_order_relaxed);
#endif
  pthread_mutex_lock(&all.mutex);
  while (!ready) pthread_cond_wait(&all.news, &all.mutex);
  pthread_mutex_unlock(&all.mutex);
  pthread_rwlock_rdlock(&all.shelf);
  pthread_rwlock_unlock(&all.shelf);
  sem_post(&all.tickets);
  pthread_spin_lock(&all.spin);
  pthread_spin_unlock(&all.spin);
  mtx_lock(&all.lock);
  cnd_signal(&all.change);
  mtx_unlock(&all.lock);
#ifdef SHARED
  all.behind_mutex = 9;
#endif
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_mutex_init(&all.mutex, 0);
  pthread_cond_init(&all.news, 0);
  pthread_rwlock_init(&all.shelf, 0);
  sem_init(&all.tickets, 0, 0);
  pthread_spin_init(&all.spin, 0);
  mtx_init(&all.lock, mtx_plain);
  cnd_init(&all.change);
  pthread_create(&worker, 0, work, 0);
#ifdef RELAXED
  atomic_load_explicit(&seen, memory_order_relaxed);
#endif
  pthread_mutex_lock(&all.mutex);
  ready = 1;
  pthread_cond_signal(&all.news);
  pthread_mutex_unlock(&all.mutex);
  all.behind_mutex = all.behind_news = all.behind_shelf = all.behind_tickets = 1;
  all.behind_spin = all.behind_lock = all.behind_change = 1;
  pthread_join(worker, 0);
  return 0;
}
