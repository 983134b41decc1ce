// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true
// engines: explore; bmc-lazy unreach-call=false|unknown no-data-race=true|unknown; impact
// variant: --no-lazy-locksets => unreach-call=false|unknown no-data-race=true|unknown
// engines: bmc-lazy
// A packed structure puts the mutex at an odd offset; it excludes the other thread there, too, and lets it in when it is free.
#include <pthread.h>
void reach_error(void);
static struct __attribute__((packed)) {
  char tag;
  pthread_mutex_t lock;
} guard;
static int x;

static void *add(void *arg) {
  pthread_mutex_lock(&guard.lock);
  x++;
  pthread_mutex_unlock(&guard.lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_init(&guard.lock, 0);
  pthread_create(&t, 0, add, 0);
  pthread_mutex_lock(&guard.lock);
  x++;
  if (x == 2) reach_error();
  pthread_mutex_unlock(&guard.lock);
  pthread_join(t, 0);
  return 0;
}
