// SPDX-License-Identifier: GPL-3.0-or-later
// The first thread ends before the other one does, and the program with the last.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int shared;

static void *other(void *unused) {
  shared = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  shared = 1;
  pthread_exit(NULL);
}
