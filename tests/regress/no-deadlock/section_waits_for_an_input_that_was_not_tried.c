// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=unknown unreach-call=unknown|false
// engines: explore; impact unreach-call=false
// reason: input too wide
// The section passes for one value of a wide input only; that no tried value passes proves nothing.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

int main(void) {
  __VERIFIER_atomic_begin();
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x * 3u == 381u);
  __VERIFIER_atomic_end();
  reach_error();
  return 0;
}
