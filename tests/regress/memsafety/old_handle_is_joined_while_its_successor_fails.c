// SPDX-License-Identifier: GPL-3.0-or-later
// Main joins a thread twice. A second thread has taken the place of the first, and ends the program; whether it does so
// before main comes to the second join does not matter: the join is undefined.
// expect: no-deadlock=unknown unreach-call=false
// engines: explore; auto
// line: 19
// variant: -DEXITS => no-deadlock=unknown unreach-call=unknown valid-memsafety=false
// variant: -DFIXED => no-deadlock=true unreach-call=false
#include <pthread.h>
#include <stdlib.h>
void reach_error(void);

static void *first(void *unused) { return unused; }
static volatile int two = 2;
static void *second(void *unused) {
#ifdef EXITS
  if (two == 2) exit(0);
#else
  if (two == 2) reach_error();
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, second, 0);
#ifdef FIXED
  pthread_join(b, 0);
#else
  pthread_join(a, 0);
#endif
  return 0;
}
