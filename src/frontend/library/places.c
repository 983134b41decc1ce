// SPDX-License-Identifier: GPL-3.0-or-later
// What `check --reach` puts in front of the lines it is asked about, with two lines also in front of each step on them.
// A thread is at its line between two sections; whoever comes to the other line meanwhile has met it.
#include "heddle_builtins.h"

void __heddle_Error(void);

void __heddle_reach(void) { __heddle_Error(); }

static int __heddle_here[2];

void __heddle_meet(int mine, int other) {
  __VERIFIER_atomic_begin();
  int met = __heddle_here[other];
  __heddle_here[mine]++;
  __VERIFIER_atomic_end();
  if (met) __heddle_Error();
  __VERIFIER_atomic_begin();
  __heddle_here[mine]--;
  __VERIFIER_atomic_end();
}
