// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// reason: unmodelled
#include <assert.h>

extern int some_function_of_another_library(int);

int main(void) {
  int x = some_function_of_another_library(3);
  (void)x;
  return 0;
}
