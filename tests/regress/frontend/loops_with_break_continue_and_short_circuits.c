// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true termination=true
// variant: -DWRONG => unreach-call=false
#include <assert.h>

static int calls;
static int yes(void) {
  calls++;
  return 1;
}
static int no(void) {
  calls++;
  return 0;
}
int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++) {
    if (i == 7) break;
    if (i % 2) continue;
    sum += i;
  }
  assert(sum == 12);
  if (no() && yes()) sum = 0;
  if (yes() || no()) sum++;
  assert(calls == 2 && sum == 13);
  int n = 5;
  while (n-- > 0)
    if (n == 2) break;
  assert(n == 2);
  sum = n > 1 ? (n < 2 ? 10 : 20) : 30;
#ifdef WRONG
  assert(sum == 10);
#endif
  assert(sum == 20);
  return 0;
}
