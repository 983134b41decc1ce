// SPDX-License-Identifier: GPL-3.0-or-later
// The handler of a signal writes what both threads use.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int shared;

static void count(int number) {
  shared++;
  (void)number;
}

static void *other(void *unused) {
  for (;;) {
    shared++;
    usleep(1000);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGUSR1, count);
  pthread_create(&thread, NULL, other, NULL);
  for (;;) {
    shared++;
    usleep(1000);
  }
  return 0;
}
