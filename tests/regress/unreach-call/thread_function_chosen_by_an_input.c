// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-lazy, bmc-eager unknown "thread_function_chosen_by_an_input.c:18:3"
// Which function the new thread begins with is not known when it is started: the place to say so is the user's call.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int x;

static void *one(void *unused) { return x = 1, unused; }

static void *two(void *unused) { return x = 2, unused; }

int main(void) {
  pthread_t other;
  void *(*function)(void *) = __VERIFIER_nondet_int() ? one : two;
  pthread_create(&other, NULL, function, NULL);
  pthread_join(other, NULL);
  assert(x == 1);
}
