// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// engines: explore; bmc-order; impact
// There is a recursive mutex elsewhere, and behind the spin lock a number that would make it one.
#define _GNU_SOURCE
#include <pthread.h>
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static struct {
  pthread_spinlock_t lock;
  int words[8];
} g = {0, {0, 0, 0, 1, 0, 0, 0, 0}};

int main(void) {
  pthread_mutex_lock(&recursive);
  pthread_mutex_unlock(&recursive);
  pthread_spin_init(&g.lock, 0);
  pthread_spin_lock(&g.lock);
  pthread_spin_lock(&g.lock);
  return 0;
}
