// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false no-deadlock=true no-data-race=true
// engines: auto; lasso termination=false
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int requests;

static void *server(void *arg) {
  (void)arg;
  for (;;) {
    if (requests > 0) requests--;
    sched_yield();
  }
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  requests++;
  pthread_join(t, NULL);
  return 0;
}
