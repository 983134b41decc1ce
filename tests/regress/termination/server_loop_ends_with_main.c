// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true no-deadlock=true
// A fair scheduler lets main return, and that ends the process.
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
  return 0;
}
