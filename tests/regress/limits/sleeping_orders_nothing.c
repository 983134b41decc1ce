// SPDX-License-Identifier: GPL-3.0-or-later
// A sleep takes no time that other threads could use: nothing is assumed about speed.
// expect: unreach-call=false
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int done;

static void *work(void *unused) {
  done = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  sleep(60);
  assert(done);
}
