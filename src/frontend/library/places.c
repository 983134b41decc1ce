// SPDX-License-Identifier: GPL-3.0-or-later
// What `check --reach` puts in front of the lines it is asked about. With two lines a thread is at its line between two sections; whoever comes to the
// other line meanwhile has met it.
#include "heddle_builtins.h"

void __VERIFIER_error(void);

void __heddle_reach(void) { __VERIFIER_error(); }

static int __heddle_here[2];

void __heddle_meet(int mine, int other) {
  __VERIFIER_atomic_begin();
  int met = __heddle_here[other];
  __heddle_here[mine]++;
  __VERIFIER_atomic_end();
  if (met) __VERIFIER_error();
  __VERIFIER_atomic_begin();
  __heddle_here[mine]--;
  __VERIFIER_atomic_end();
}
