// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=unknown
// time-limit: 8s
// If n is the largest number, i <= n always holds: i starts again at 0. Too many rounds for a search, and no proof must come out.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i <= n; i++)
    ;
  return 0;
}
