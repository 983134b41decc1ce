// SPDX-License-Identifier: GPL-3.0-or-later
// A library starts a thread of its own that comes back into the program. With -DFORKS the program forks instead.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int shared;
#ifdef LIBRARY
void start_elsewhere(void (*function)(void));
static void *elsewhere(void *function) {
  (*(void (**)(void))function)();
  return NULL;
}
void start_elsewhere(void (*function)(void)) {
  static void (*kept)(void);
  pthread_t thread;
  kept = function;
  pthread_create(&thread, NULL, elsewhere, &kept);
  pthread_join(thread, NULL);
}
#else
void start_elsewhere(void (*function)(void));

static void count(void) { shared++; }

static void *other(void *unused) {
  count();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
#ifdef FORKS
  if (fork() == 0) {
    count();
    _exit(0);
  }
#else
  start_elsewhere(count);
#endif
  pthread_join(thread, NULL);
  return shared;
}
#endif
