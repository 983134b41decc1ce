// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false
// engines: auto; lasso termination=false
#include <pthread.h>
#include <stdatomic.h>

static atomic_int requests;

static void *server(void *arg) {
  (void)arg;
  for (;;) {
    if (requests > 0) requests--;
  }
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  requests++;
  pthread_exit(NULL);
}
