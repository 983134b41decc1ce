// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// calloc has set the old block to zero; the bytes that realloc adds are not initialised.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 8) return 0;
  int *p = calloc((size_t)n, sizeof *p);
  p = realloc(p, 32);
  if (p[7] != 0) reach_error();
  free(p);
  return 0;
}
