// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// refused: setjmp
#include <setjmp.h>

static jmp_buf back;

int main(void) {
  if (setjmp(back) == 0) longjmp(back, 1);
  return 0;
}
