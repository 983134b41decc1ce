// SPDX-License-Identifier: GPL-3.0-or-later
// Assertions that are evaluated beside the program. The program asks for an evaluation and waits for the answer, but
// not longer than a time-out allows. The evaluator reads the variables without a lock, and begins again when they have
// changed meanwhile. In the manner of the third experiment of Atig, Bouajjani, Emmi, Lal (CAV 2012), section 5.
//
//   VARIANT 0: right. The time-out is a fair choice: where it is asked for again and again it fires sometimes.
//   VARIANT 1: while it waits, the program renews the version that the evaluator watches, so no evaluation ever counts.
//   VARIANT 2: after a time-out the program asks anew, and the evaluator drops what it was about to answer.
//   VARIANT 3: the time-out is an input like any other, and may never fire (figure 3c).
//
// expected: termination true
// expected -DVARIANT=1: termination false
// expected -DVARIANT=2: termination false
// expected -DVARIANT=3: termination false
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

extern int __heddle_fair_choice(void);
extern _Bool __VERIFIER_nondet_bool(void);

#ifndef VARIANT
#define VARIANT 0
#endif

#if VARIANT == 3
#define TIME_OUT() __VERIFIER_nondet_bool()
#else
#define TIME_OUT() __heddle_fair_choice()
#endif

enum { NOTHING, ASKED, HOLDS, FAILS };

static atomic_int left = 1, right = 1;   // the program keeps them equal
static atomic_uchar version;             // changes with them
static atomic_uchar state = NOTHING;     // of the question
static atomic_bool over;

static void change(int to) {
  version ^= 1;
  left = to;
  right = to;
  version ^= 1;
}

static void *program(void *unused) {
  change(0);
  state = ASKED;
  while (state == ASKED) {
#if VARIANT == 1
    version ^= 1;
    version ^= 1;
    continue;
#endif
    if (TIME_OUT()) {
#if VARIANT == 2
      state = NOTHING;
      state = ASKED;
      continue;
#endif
      break;
    }
  }
  over = true;
  return unused;
}

static void *evaluator(void *unused) {
  while (!over) {
    if (state != ASKED) continue;
    unsigned char before = version;
    bool holds = left == right;
    if (before != version || before != 0) continue;
#if VARIANT == 2
    if (state != ASKED) continue;  // somebody asks anew
    unsigned char asked = ASKED;
    atomic_compare_exchange_strong(&state, &asked, holds ? HOLDS : FAILS);
#elif VARIANT == 3
    if (!over) continue;  // the answer is given in the end
    state = holds ? HOLDS : FAILS;
#else
    state = holds ? HOLDS : FAILS;
#endif
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, program, NULL);
  pthread_create(&two, NULL, evaluator, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
