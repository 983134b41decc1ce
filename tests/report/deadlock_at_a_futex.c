// SPDX-License-Identifier: GPL-3.0-or-later
// flags: --property no-deadlock
// verdict: false(no-deadlock)
// shows: waits for somebody to wake it at the futex
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int ready;

static void *work(void *unused) {
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  // 0 for a null pointer is what programs write
  while (!ready) syscall(SYS_futex, &ready, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
  pthread_join(t, NULL);
}
