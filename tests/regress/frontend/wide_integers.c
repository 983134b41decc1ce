// SPDX-License-Identifier: GPL-3.0-or-later
// Integers of 128 bits are computed with as two words. What has no translation is not proven.
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DWRONG => unreach-call=false
// variant: -DDIVIDES => unreach-call=unknown
// variant: -DCONVERTS => unreach-call=unknown
#include <assert.h>
#include <stdint.h>

typedef unsigned __int128 wide;
typedef __int128 signed_wide;
#define WIDE(high, low) ((wide)(high) << 64 | (low))
static wide global = WIDE(3, 5);
static signed_wide negative = -2;

static wide least(wide a, wide b) { return a < b ? a : b; }

static wide power(wide x, int n) {
  wide result = 1;
  for (int i = 0; i < n; ++i) result *= x;
  return result;
}

int main(void) {
  volatile uint64_t a = ~0ull, one = 1;
  volatile int by = 68;
  wide product = (wide)a * a;
  assert((uint64_t)(product >> 64) == a - 1 && (uint64_t)product == 1);
  assert((wide)a + one == WIDE(1, 0) && WIDE(1, 0) - one == a);
  assert((uint64_t)global == 5 && global >> 64 == 3);
  assert(negative < 0 && negative + 2 == 0 && (int)negative == -2 && negative >> 100 == -1 && (wide)negative >> 127 == 1);
  assert(least(WIDE(1, 0), WIDE(0, a)) == a && least(global, global) == global);
  assert((wide)one << by == WIDE(16, 0) && WIDE(16, 0) >> by == 1 && WIDE(16, 7) >> (by - 68) == WIDE(16, 7));
  assert(WIDE(1, 2) << (by - 67) == WIDE(2, 4) && WIDE(1, 2) >> (by - 67) == WIDE(0, 0x8000000000000001));
  assert(power(3, 50) == WIDE(38917, 6048575297968530377ull));
  assert(power(-(wide)3, 3) == -(wide)27 && (WIDE(5, 6) & WIDE(4, 3)) == WIDE(4, 2) && (WIDE(5, 6) ^ WIDE(4, 3)) == WIDE(1, 5));
#ifdef WRONG
  assert((wide)a + one == 0);
#endif
#ifdef DIVIDES
  assert(global / 3 == WIDE(1, 1));
#endif
#ifdef CONVERTS
  assert((double)global > 0);
#endif
}
