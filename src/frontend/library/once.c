// SPDX-License-Identifier: GPL-3.0-or-later
// One-time initialisation. The control word is 0 before, 1 while and 2 after the routine runs; a thread that comes
// while it runs is blocked in front of the section (inside one, an assume is a guard).
#include "heddle_builtins.h"

static void run_once(int* control, void (*routine)(void)) {
  __VERIFIER_atomic_begin();
  int state = __atomic_load_n(control, __ATOMIC_SEQ_CST);
  __VERIFIER_assume(state != 1);
  if (state == 0) __atomic_store_n(control, 1, __ATOMIC_SEQ_CST);
  __VERIFIER_atomic_end();
  if (state != 0) return;
  routine();
  __atomic_store_n(control, 2, __ATOMIC_SEQ_CST);
}

int pthread_once(int* control, void (*routine)(void)) {
  run_once(control, routine);
  return 0;
}
void call_once(int* control, void (*routine)(void)) { run_once(control, routine); }
