// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// reason: declared but not defined
extern int elsewhere;

int main(void) { return elsewhere; }
