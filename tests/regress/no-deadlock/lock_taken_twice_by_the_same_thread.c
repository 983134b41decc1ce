// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 10
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items;

static int size(void) {
  pthread_mutex_lock(&lock);
  int n = items;
  pthread_mutex_unlock(&lock);
  return n;
}
static void push(void) {
  pthread_mutex_lock(&lock);
  if (size() < 4) items++;
  pthread_mutex_unlock(&lock);
}
int main(void) {
  push();
  return 0;
}
