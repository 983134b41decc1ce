// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false
// variant: -DSTRING => valid-memsafety=false
// variant: -DPART_OF_A_STRING => valid-memsafety=false
// variant: -DAPPENDED => valid-memsafety=false
// variant: -DPRINTED => valid-memsafety=false
// variant: -DINPUT => valid-memsafety=false
// variant: -DMOVED => unreach-call=true
// variant: -DAPART => unreach-call=true
// variant: -DSAME => unreach-call=true
// variant: -DASSIGNED => unreach-call=true
// variant: --engine bmc-order => unreach-call=unknown
// variant: -DSTRING --engine bmc-order => unreach-call=unknown
// variant: -DAPPENDED --engine bmc-order => unreach-call=unknown
// variant: -DMOVED --engine bmc-order => unreach-call=true
// variant: -DAPART --engine bmc-order => unreach-call=true
// variant: --engine bmc-lazy => unreach-call=unknown
// variant: -DSTRING --engine bmc-lazy => unreach-call=unknown
// variant: -DAPART --engine bmc-lazy => unreach-call=true
// variant: --engine induction => unreach-call=unknown
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
