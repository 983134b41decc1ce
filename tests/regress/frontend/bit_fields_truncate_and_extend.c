// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true valid-memsafety=true|unknown
// variant: -DWRONG => unreach-call=false
#include <assert.h>

struct header {
  unsigned version : 4;
  signed delta : 3;
  unsigned long long big : 40;
  _Bool on : 1;
  unsigned : 0;
  unsigned char last : 7;
};
int main(void) {
  struct header h = {0};
  h.version = 19;
  assert(h.version == 3);
  h.delta = 3;
  h.delta++;
  assert(h.delta == -4);
  h.big = 0xabcdef0123ull;
  h.on = 6;
  h.last = 200;
  assert(h.on == 1 && h.last == 72 && h.big == 0xabcdef0123ull);
  assert(h.version == 3 && h.delta == -4);
  h.big += 0xff00000000ull;
  assert(h.big == 0xaacdef0123ull);
#ifdef WRONG
  assert(h.delta == 4);
#endif
  return 0;
}
