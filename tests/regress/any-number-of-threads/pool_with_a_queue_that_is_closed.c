// SPDX-License-Identifier: GPL-3.0-or-later
// A bounded queue with two condition variables, workers that end when it is closed, and main that joins them: whoever
// sleeps is woken. The variants come close and deadlock.
// expect: no-deadlock=true
// engines: invariants
// flags: --property no-deadlock
// variant: -DONE_SIGNAL -DONE_WORKER => no-deadlock=true
// engines: invariants
// variant: -DONE_CONDITION -DALL => no-deadlock=true
// engines: invariants
// variant: -DSMALL -DONE_SIGNAL => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DSMALL -DSILENT => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DSMALL -DWITHOUT_LOCK => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DSMALL -DNO_WORKERS => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DSMALL -DNOT_CLOSED => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DSMALL -DTELLS_NOBODY => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DSMALL -DONE_CONDITION => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DSMALL -DOPENED_AGAIN => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DSMALL -DWORKERS_LEAVE => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DSMALL -DJOINS_WITH_THE_LOCK => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
#include <pthread.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
#ifdef SMALL
enum { ROOM = 1, WORKERS = 2 };
#elif defined ONE_WORKER
enum { ROOM = 16, WORKERS = 1 };
#else
enum { ROOM = 16, WORKERS = 12 };
#endif
#ifdef ONE_CONDITION
#define space more
#endif
#ifdef ALL
#define pthread_cond_signal pthread_cond_broadcast
#endif

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t more, unused;
#ifndef ONE_CONDITION
  pthread_cond_t space;
#endif
  int items[ROOM];
  unsigned first, count;
  bool closed;
};
static struct queue queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};

static void put(struct queue *q, int item) {
  pthread_mutex_lock(&q->lock);
  while (q->count == ROOM) pthread_cond_wait(&q->space, &q->lock);
  q->items[(q->first + q->count) % ROOM] = item;
  q->count++;
  pthread_cond_signal(&q->more);
  pthread_mutex_unlock(&q->lock);
}

static bool take(struct queue *q, int *item) {
  pthread_mutex_lock(&q->lock);
  while (q->count == 0) {
    if (q->closed) {
      pthread_mutex_unlock(&q->lock);
      return false;
    }
    pthread_cond_wait(&q->more, &q->lock);
  }
  *item = q->items[q->first];
  q->first = (q->first + 1) % ROOM;
  q->count--;
#ifndef TELLS_NOBODY
  pthread_cond_signal(&q->space);
#endif
  pthread_mutex_unlock(&q->lock);
#ifdef WORKERS_LEAVE
  return false;
#endif
  return true;
}

static void close_queue(struct queue *q) {
#ifndef WITHOUT_LOCK
  pthread_mutex_lock(&q->lock);
#endif
#ifndef NOT_CLOSED
  q->closed = true;
#endif
#ifdef ONE_SIGNAL
  pthread_cond_signal(&q->more);
#elif !defined SILENT
  pthread_cond_broadcast(&q->more);
#endif
#ifdef OPENED_AGAIN
  q->closed = false;
#endif
#ifndef WITHOUT_LOCK
  pthread_mutex_unlock(&q->lock);
#endif
}

static void *works(void *nothing) {
  int item;
  while (take(&queue, &item)) continue;
  return nothing;
}

int main(void) {
  pthread_t threads[WORKERS];
#ifndef NO_WORKERS
  for (int i = 0; i < WORKERS; i++) pthread_create(&threads[i], 0, works, 0);
#endif
#ifdef SMALL
  for (int i = 0; i < 4; i++) put(&queue, i);
#else
  while (__VERIFIER_nondet_int() != 0) put(&queue, 1);
#endif
  close_queue(&queue);
#ifdef JOINS_WITH_THE_LOCK
  pthread_mutex_lock(&queue.lock);
#endif
#ifndef NO_WORKERS
  for (int i = 0; i < WORKERS; i++) pthread_join(threads[i], 0);
#endif
  return 0;
}
