// SPDX-License-Identifier: GPL-3.0-or-later
// atexit: the functions run when main returns or somebody calls exit (src/frontend/ends.cpp sees to that).
#include "heddle_builtins.h"

enum { kMost = 32 };
static void (*registered[kMost])(void);
static int count;
void __heddle_more_than_32_functions_for_atexit(void);  // no model: named in the answer
void __heddle_Exit(int code);

int atexit(void (*function)(void)) {
  __VERIFIER_atomic_begin();
  int full = count == kMost;
  if (!full) registered[count++] = function;
  __VERIFIER_atomic_end();
  if (full) __heddle_more_than_32_functions_for_atexit();
  return 0;
}
void __heddle_run_at_exit(void) {
  for (;;) {
    void (*function)(void) = NULL;
    __VERIFIER_atomic_begin();
    if (count > 0) function = registered[--count];
    __VERIFIER_atomic_end();
    if (function == NULL) return;
    function();
  }
}
void __heddle_outside_exit(int code) {
  __heddle_run_at_exit();
  __heddle_Exit(code);
}
