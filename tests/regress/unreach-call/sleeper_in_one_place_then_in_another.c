// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order
// variant: -DFIXED => unreach-call=true
// engines: explore; bmc-order
// Main sleeps twice, each time in another place, and each time it insists on what has happened meanwhile: no single sleep stands for
// both. The third round fails. With FIXED the other thread takes one step only.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int step = 9;

static void *other(void *arg) {
  pthread_mutex_lock(&lock);
  if (step == 0) step = 1;
  pthread_mutex_unlock(&lock);
#ifndef FIXED
  pthread_mutex_lock(&lock);
  if (step == 1) step = 2;
  pthread_mutex_unlock(&lock);
#endif
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&lock);
  step = 0;
  for (;;) {
    if (step == 0) {
      pthread_cond_wait(&changed, &lock);
      if (step != 1) break;
    } else if (step == 1) {
      pthread_cond_wait(&changed, &lock);
      if (step != 2) break;
    } else {
      assert(0);
    }
  }
  pthread_mutex_unlock(&lock);
  return 0;
}
