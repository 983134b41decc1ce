// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody says in which order destructors of keys run, that a deleted key is not used again, that a signal was not
// ignored before, and err runs the functions of atexit.
// expect: unreach-call=false
// variant: -DREUSED => unreach-call=unknown
// variant: -DIGNORED => unreach-call=false
// variant: -DERR => unreach-call=unknown
#include <assert.h>
#include <err.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static int first;
static pthread_key_t a, b;
static void destroy_a(void *unused) {
  (void)unused;
  first = 1;
}
static void destroy_b(void *unused) {
  (void)unused;
  assert(first);
}
static void *thread(void *unused) {
  pthread_setspecific(a, &first);
  pthread_setspecific(b, &first);
  return unused;
}
static void never(void) { assert(0); }

int main(void) {
#if defined REUSED
  pthread_key_create(&a, NULL);
  pthread_key_delete(a);
  pthread_key_create(&b, NULL);
  assert(a != b);
#elif defined IGNORED
  assert(signal(SIGINT, SIG_DFL) != SIG_IGN);
#elif defined ERR
  atexit(never);
  errx(1, "wrong");
#else
  pthread_t t;
  pthread_key_create(&a, destroy_a);
  pthread_key_create(&b, destroy_b);
  pthread_create(&t, NULL, thread, NULL);
  pthread_join(t, NULL);
#endif
  (void)thread, (void)never, (void)destroy_a, (void)destroy_b;
  return 0;
}
