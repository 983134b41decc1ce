// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=true|unknown unreach-call=true
// variant: -DONE_TOO_MANY => valid-memsafety=false unreach-call=unknown
#include <assert.h>

static int sum_to(int n) {
  int numbers[n], sum = 0;
  for (int i = 0; i < n; i++) numbers[i] = i + 1;
#ifdef ONE_TOO_MANY
  for (int i = 0; i <= n; i++) sum += numbers[i];
#else
  for (int i = 0; i < n; i++) sum += numbers[i];
#endif
  return sum;
}
int main(void) {
  assert(sum_to(3) == 6);
  assert(sum_to(4) == 10);
  return 0;
}
