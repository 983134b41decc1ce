// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// variant: -DWRONG => unreach-call=false
#include <assert.h>
#include <limits.h>
#include <stdint.h>

int main(void) {
  volatile int minus = -7;
  volatile unsigned u = 3;
  assert(minus / 2 == -3 && minus % 2 == -1 && minus >> 1 == -4);
  assert((unsigned)minus > u && (unsigned)minus / 2 == 0x7ffffffcu);
  assert((uint8_t)(u - 5) == 254 && (int8_t)(uint8_t)200 == -56);
  assert(u - 4 == UINT_MAX);
  assert((int64_t)minus * 1000000007LL == -7000000049LL);
  assert(((uint64_t)1 << 63) >> 62 == 2);
  assert((short)0x18000 == -32768);
  assert(~u == 0xfffffffcu && (u ^ 5u) == 6u && !u == 0);
  volatile char c = 'z';
  assert(c + 10 == 132 && (char)(c + 10) == -124);
  assert((minus, u) == 3 && (minus ? 1 : 2) == 1);
  volatile _Bool b = 256;
  assert(b == 1 && sizeof b == 1);
#ifdef WRONG
  assert(minus < u);
#endif
  return 0;
}
