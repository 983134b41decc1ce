// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: explore
// reason: an atomic section that does not end
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int stop;

int main(void) {
  __VERIFIER_atomic_begin();
  while (!stop) {
  }
  __VERIFIER_atomic_end();
}
