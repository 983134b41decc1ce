// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// reason: recursion deeper than 2000 calls
// variant: -DDEPTH=1900 => unreach-call=true
#include <assert.h>
#ifndef DEPTH
#define DEPTH 2100
#endif

static int count(int n) { return n == 0 ? 0 : 1 + count(n - 1); }

int main(void) { assert(count(DEPTH) == DEPTH); }
