// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true valid-memsafety=true|unknown
// variant: -DWRONG => unreach-call=false
#include <assert.h>
#include <stdint.h>

union word {
  uint32_t all;
  uint16_t half[2];
  uint8_t byte[4];
  struct {
    uint8_t low;
    uint8_t rest[3];
  } parts;
};
union number {
  float f;
  uint32_t bits;
};
int main(void) {
  union word w = {.all = 0x11223344};
  assert(w.byte[0] == 0x44 && w.byte[3] == 0x11);
  assert(w.half[1] == 0x1122);
  w.parts.rest[0] = 0xff;
  assert(w.all == 0x1122ff44);
  union number n = {.f = -2.0f};
  assert(n.bits == 0xc0000000u);
  n.bits &= 0x7fffffff;
  assert(n.f == 2.0f);
#ifdef WRONG
  assert(w.half[0] == 0x3344);
#endif
  return 0;
}
