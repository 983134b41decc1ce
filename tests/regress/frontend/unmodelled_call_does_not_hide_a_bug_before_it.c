// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// replay: undefined reference
// line: 12
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern int some_function_of_another_library(int);

int main(void) {
  if (__VERIFIER_nondet_bool()) assert(0);
  some_function_of_another_library(3);
  return 0;
}
