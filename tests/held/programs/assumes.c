// Takes it that the input is an 'a', before there is another thread, or in the other one (-DLATE). An atomic section waits
// until the other thread has made it ready. With -DMEDDLES a library, of which the verifier is told that it does nothing,
// takes that back.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

extern atomic_int ready;
#ifdef LIBRARY
void meddle(void);
void meddle(void) { ready = 0; }
#else
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void meddle(void);

atomic_int ready;
static int input, seen;

static void expect_an_a(void) { __VERIFIER_assume(input == 'a'); }

static void *other(void *unused) {
#ifdef LATE
  expect_an_a();
#endif
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  input = getchar();
#ifndef LATE
  expect_an_a();
#endif
  pthread_create(&thread, NULL, other, NULL);
  __VERIFIER_atomic_begin();
#ifdef MEDDLES
  meddle();
#endif
  __VERIFIER_assume(ready == 1);
  seen = 1;
  __VERIFIER_atomic_end();
  pthread_join(thread, NULL);
  printf("%c%d\n", input, seen);
  return 5;
}
#endif
