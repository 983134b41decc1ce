// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=unknown
// engines: explore
// reason: more than 200 threads
// variant: -DN=199 => no-deadlock=true
#include <pthread.h>
#ifndef N
#define N 200
#endif

static void *nothing(void *unused) { return unused; }

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, nothing, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
}
