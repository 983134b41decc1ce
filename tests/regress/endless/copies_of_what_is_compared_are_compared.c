// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: impact
// variant: -DOTHER => unreach-call=false
// engines: explore; impact false|unknown
// Four threads double a number, and two of the numbers are the same at the beginning. The loop compares a local with a
// copy of the bound. The fact that is needed is about the variables: who has come to the end is not below the bound.
#include <pthread.h>
extern void abort(void);
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned a, b, c, d, limit;

#define DOUBLES(name, number)  \
  static void *name(void *p) { \
    while (number < limit) {   \
      number += number;        \
      number += number;        \
    }                          \
    return p;                  \
  }
DOUBLES(first, a)
DOUBLES(second, b)
DOUBLES(third, c)
DOUBLES(fourth, d)

int main(void) {
  pthread_t t[4];
  a = b = 1, c = d = 3;
  limit = __VERIFIER_nondet_uint();
#ifdef OTHER
  if (limit > 2) abort();
  b = 2;
#else
  a = b = __VERIFIER_nondet_uint();
  c = d = __VERIFIER_nondet_uint();
  if (a == 0 || c == 0) abort();
#endif
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  pthread_create(&t[2], 0, third, 0);
  pthread_create(&t[3], 0, fourth, 0);
  for (int k = 0; k < 4; ++k) pthread_join(t[k], 0);
  if (a != b || c != d) reach_error();
}
