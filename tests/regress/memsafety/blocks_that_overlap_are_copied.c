// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false
// engines: auto; bmc-order, bmc-lazy, induction unreach-call=unknown
// variant: -DSTRING => valid-memsafety=false
// engines: auto; bmc-order, bmc-lazy unreach-call=unknown
// variant: -DPART_OF_A_STRING => valid-memsafety=false
// engines: auto
// variant: -DAPPENDED => valid-memsafety=false
// engines: auto; bmc-order unreach-call=unknown
// variant: -DPRINTED => valid-memsafety=false
// engines: auto
// variant: -DINPUT => valid-memsafety=false
// engines: auto
// variant: -DMOVED => unreach-call=true
// engines: auto; bmc-order
// variant: -DAPART => unreach-call=true
// engines: auto; bmc-order; bmc-lazy
// variant: -DSAME => unreach-call=true
// engines: auto; impact
// variant: -DASSIGNED => unreach-call=true
// engines: auto
// C17 7.24.2: if copying takes place between objects that overlap, the behaviour is undefined. memmove is for that.
#include <assert.h>
#include <stdio.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct wide {
  int value[4];
};

int main(void) {
  char text[16] = "abcdef";
#if defined STRING
  strcpy(text + 1, text);
#elif defined PART_OF_A_STRING
  strncpy(text + 2, text, 4);
#elif defined APPENDED
  strcat(text, text + 3);
#elif defined PRINTED
  sprintf(text, "%s%d", text, 1);
#elif defined INPUT
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 6) return 0;
  memcpy(text + 4, text, n);
#elif defined MOVED
  memmove(text + 1, text, 4);
  assert(text[4] == 'd');
#elif defined APART
  memcpy(text + 8, text, 8);
  strcpy(text + 4, text + 13);
  assert(text[8] == 'a' && text[13] == 'f');
#elif defined SAME
  memcpy(text, text, 4);
#elif defined ASSIGNED
  struct wide a = {{1, 2, 3, 4}}, *p = &a;
  *p = a;
  assert(a.value[3] == 4);
#else
  memcpy(text + 1, text, 4);
#endif
}
