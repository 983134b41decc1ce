// SPDX-License-Identifier: GPL-3.0-or-later
// Of two blocks the first lies before the second. It is freed, and a third block gets its address: that lies before the
// second, too.
// expect: unreach-call=true
// engines: explore; auto
// variant: -DOTHER_ADDRESS => unreach-call=false
// engines: explore
// variant: -DASKED_BEFORE => unreach-call=true
// engines: explore
// replay with -DOTHER_ADDRESS: which of two objects has the lower address
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static char *block(void) { return malloc(8); }

int main(void) {
  char *first = block(), *second = block();
  if ((uintptr_t)first > (uintptr_t)second) return 0;
  free(first);
  char *third = block();
#ifdef ASKED_BEFORE
  int before = (uintptr_t)third < (uintptr_t)second;
  if (third == first) assert(before);
#elif defined(OTHER_ADDRESS)
  assert((uintptr_t)third < (uintptr_t)second);
#else
  if (third == first) assert((uintptr_t)third < (uintptr_t)second);
#endif
  return 0;
}
