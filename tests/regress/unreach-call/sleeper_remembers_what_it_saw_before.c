// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order
// variant: -DFIXED => unreach-call=true
// engines: explore; bmc-order
// Main sleeps in one place, but compares what it finds with what it had read before it fell asleep: three sleeps in a row are no
// single long one. With FIXED the other thread takes two steps only.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int step = 9;

static void advance(int from) {
  pthread_mutex_lock(&lock);
  if (step == from) step = from + 1;
  pthread_mutex_unlock(&lock);
}

static void *other(void *arg) {
  advance(0);
  advance(1);
#ifndef FIXED
  advance(2);
#endif
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&lock);
  step = 0;
  for (;;) {
    int old = step;
    pthread_cond_wait(&changed, &lock);
    if (step != old + 1) break;
    assert(step != 3);
  }
  pthread_mutex_unlock(&lock);
  return 0;
}
