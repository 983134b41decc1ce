// SPDX-License-Identifier: GPL-3.0-or-later
// Loops in which nobody notices anything, in front of a lock: how many rounds they have is the business of their threads, and their
// turns go on until they are through. With -DINPUT the number of rounds is an input.
#include <pthread.h>
#include <stdio.h>

unsigned char __VERIFIER_nondet_uchar(void);
static unsigned sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  unsigned own = 0;
#ifdef INPUT
  unsigned n = __VERIFIER_nondet_uchar();
#else
  unsigned n = 4;
#endif
  for (unsigned i = 0; i < n; i++) own++;
  pthread_mutex_lock(&m);
  sum += own;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
#ifndef INPUT
  printf("%u\n", sum);
#endif
  return 0;
}
