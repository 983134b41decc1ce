// SPDX-License-Identifier: GPL-3.0-or-later
// Main holds a lock while it joins the workers, and the worker that comes first wants the lock. The two wait for each
// other while another thread goes on for ever; the other worker has ended long ago.
// expect: no-deadlock=false
// engines: explore
// variant: -DRELEASED => no-deadlock=true
// engines: explore
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int came, stop;

static void *worker(void *unused) {
  (void)unused;
  if (atomic_fetch_add(&came, 1) == 0) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

static void *for_ever(void *unused) {
  (void)unused;
  while (!atomic_load(&stop)) {
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2], other;
  pthread_create(&other, NULL, for_ever, NULL);
  pthread_mutex_lock(&lock);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
#ifdef RELEASED
  pthread_mutex_unlock(&lock);
#endif
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
#ifndef RELEASED
  pthread_mutex_unlock(&lock);
#endif
  atomic_store(&stop, 1);
  pthread_join(other, NULL);
}
