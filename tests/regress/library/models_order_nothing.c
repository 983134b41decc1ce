// SPDX-License-Identifier: GPL-3.0-or-later
// Two calls of a function of the C library order nothing (POSIX 4.12), although its model keeps its state in atomic
// sections: main learns of the thread through a relaxed flag and writes the same memory.
// expect: no-data-race=false
// variant: -DKEY => no-data-race=false
// variant: -DAT_EXIT => no-data-race=false
// variant: -DLOCALTIME => no-data-race=false
// variant: -DPIPE => no-data-race=true
// variant: -DONCE => no-data-race=true
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static atomic_int flag;
static int shared, ends[2];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void nothing(void) {}

static void call(int writes) {
#if defined KEY
  pthread_key_t key;
  pthread_key_create(&key, NULL);
#elif defined AT_EXIT
  atexit(nothing);
#elif defined LOCALTIME
  time_t now = 0;
  localtime(&now);
#elif defined PIPE
  char c = 'x';
  if (writes)
    write(ends[1], &c, 1);
  else
    read(ends[0], &c, 1);
#elif defined ONCE
  pthread_once(&once, nothing);
#else
  getenv("HOME");
#endif
  (void)writes, (void)nothing, (void)once, (void)ends;
}

static void *thread(void *unused) {
  shared = 1;
  call(1);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t;
#ifdef PIPE
  if (pipe(ends)) return 1;
#endif
  pthread_create(&t, NULL, thread, NULL);
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
    call(0);
    shared = 2;
  }
  pthread_join(t, NULL);
  return 0;
}
