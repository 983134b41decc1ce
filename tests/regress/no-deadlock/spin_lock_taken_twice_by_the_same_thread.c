// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 9
#include <pthread.h>

static pthread_spinlock_t lock;

static void log_line(void) {
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
}
int main(void) {
  pthread_spin_init(&lock, 0);
  pthread_spin_lock(&lock);
  log_line();
  pthread_spin_unlock(&lock);
  return 0;
}
