// SPDX-License-Identifier: GPL-3.0-or-later
// A block that ends where the address space does: malloc does not fail, so no engine follows it to null.
// expect: unreach-call=unknown
// engines: explore "more than 64 MiB"; bmc-order; bmc-lazy; bmc-eager; impact; induction; invariants unreach-call=true
// variant: -DREALLOC => unreach-call=unknown
// engines: explore "more than 64 MiB"; bmc-order; bmc-lazy; bmc-eager; impact; induction
// variant: -DINPUT => unreach-call=unknown
// engines: explore "more than 64 MiB"
// variant: -DINPUT --malloc-may-fail => unreach-call=false
// engines: explore
// variant: -DARRAY => valid-memsafety=unknown
// engines: explore "more than 64 MiB"
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
#if defined(INPUT)
  size_t bytes = __VERIFIER_nondet_ulong();
  if (bytes < SIZE_MAX - 64) return 0;
  char *block = malloc(bytes);
#elif defined(REALLOC)
  char *block = realloc(malloc(1), SIZE_MAX - 7);
#elif defined(ARRAY)
  int count = -2;
  int *block = malloc(sizeof *block * count);
  block[0] = 1;
#else
  char *block = malloc(SIZE_MAX - 7);
#endif
  assert(block != NULL);
  return 0;
}
