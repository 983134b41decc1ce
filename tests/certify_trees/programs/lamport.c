// SPDX-License-Identifier: GPL-3.0-or-later
// Lamport's fast mutual exclusion for two threads, for ever. With BUG the second thread does not look who was last at the door.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int door, owner, busy1, busy2;
static int inside;

static void section(void) {
  inside++;
  assert(inside == 1);
  inside--;
}
static void *first(void *unused) {
  for (;;) {
    busy1 = 1;
    door = 1;
    if (owner != 0) {
      busy1 = 0;
      while (owner != 0) {}
      continue;
    }
    owner = 1;
    if (door != 1) {
      busy1 = 0;
      while (busy2) {}
      if (owner != 1) {
        while (owner != 0) {}
        continue;
      }
    }
    section();
    owner = 0;
    busy1 = 0;
  }
  return unused;
}
static void *second(void *unused) {
  for (;;) {
    busy2 = 1;
    door = 2;
    if (owner != 0) {
      busy2 = 0;
      while (owner != 0) {}
      continue;
    }
    owner = 2;
#ifndef BUG
    if (door != 2) {
      busy2 = 0;
      while (busy1) {}
      if (owner != 2) {
        while (owner != 0) {}
        continue;
      }
    }
#endif
    section();
    owner = 0;
    busy2 = 0;
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
