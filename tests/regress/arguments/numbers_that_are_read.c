// SPDX-License-Identifier: GPL-3.0-or-later
// scanf: a number may be missing, and it may be any.
// expect: unreach-call=true
// variant: -DMISSING => unreach-call=false
// variant: -DVALUE => unreach-call=false
// variant: -DWORD => unreach-call=unknown
// variant: -DGIVEN --stdin tests/regress/arguments/numbers.txt => unreach-call=true
// variant: -DGIVEN -DVALUE --stdin tests/regress/arguments/numbers.txt => unreach-call=true
#include <assert.h>
#include <stdio.h>

int main(void) {
  int n = 0;
  long m = 0;
  int got = scanf("%d %ld", &n, &m);
  assert(got >= -1 && got <= 2);
#ifdef MISSING
  assert(got == 2);
#endif
#ifdef VALUE
  assert(got < 2 || n != 17);
#endif
#ifdef GIVEN
  assert(got == 2 && n == 3 && m == -40);
  assert(getchar() == '\n' && getchar() == 'x' && scanf("%d", &n) == -1);
#endif
#ifdef WORD
  char word[10];
  scanf("%9s", word);
#endif
  return 0;
}
