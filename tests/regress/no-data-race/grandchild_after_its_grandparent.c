// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DLATER => no-data-race=false
// A thread does nothing before the thread that creates it was created.
#include <pthread.h>

static int message, reads;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *grandchild(void *unused) {
  pthread_mutex_lock(&lock);
  reads += message;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *child(void *unused) {
  pthread_t t;
  pthread_create(&t, 0, grandchild, 0);
  pthread_join(t, 0);
  return unused;
}

static void *bystander(void *unused) {
  pthread_mutex_lock(&lock);
  reads++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, t;
  pthread_create(&first, 0, bystander, 0);
#ifndef LATER
  message = 1;
#endif
  pthread_create(&t, 0, child, 0);
#ifdef LATER
  message = 1;
#endif
  pthread_join(t, 0);
  pthread_join(first, 0);
  return reads > 9;
}
