// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// variant: -DWRONG => unreach-call=false
#include <assert.h>
#include <limits.h>

int main(void) {
  volatile int big = INT_MAX, one = 1;
  volatile unsigned u = 0x00f0;
  int result;
  assert(__builtin_add_overflow(big, one, &result) && result == INT_MIN);
  assert(!__builtin_sub_overflow(big, one, &result) && result == INT_MAX - 1);
  assert(__builtin_mul_overflow(big, 2, &result));
  assert(__builtin_popcount(u) == 4 && __builtin_ctz(u) == 4 && __builtin_clz(u) == 24);
  assert(__builtin_bswap32(u) == 0xf0000000u);
  assert(__builtin_expect(one, 1) == 1);
  assert((__builtin_constant_p(3) ? 1 : 2) == 1);
#ifdef WRONG
  assert(__builtin_parity(u) == 1);
#endif
  return 0;
}
