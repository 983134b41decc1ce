// SPDX-License-Identifier: GPL-3.0-or-later
// verdict: unknown
// flags: --engine bmc-order --property unreach-call
// shows: floating-point numbers
// shows: line_to_rewrite.c:
// shows: next: try --engine auto, since other engines may know this; or rewrite the line named above in plainer C
double __VERIFIER_nondet_double(void);

int main(void) { return __VERIFIER_nondet_double() * 2 < 1; }
