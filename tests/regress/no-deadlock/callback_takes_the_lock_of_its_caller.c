// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 11
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*on_change)(int);
static int value;

static int get(void) {
  pthread_mutex_lock(&lock);
  int v = value;
  pthread_mutex_unlock(&lock);
  return v;
}
static void set(int v) {
  pthread_mutex_lock(&lock);
  value = v;
  if (on_change) on_change(v);
  pthread_mutex_unlock(&lock);
}
static void check(int v) {
  if (get() != v) value = v;
}
int main(void) {
  set(1);
  on_change = check;
  set(2);
  return 0;
}
