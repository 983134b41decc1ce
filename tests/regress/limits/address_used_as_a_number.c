// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses have no numbers: low bits and remainders are known, and what is computed with all of their bits is not.
// expect: unreach-call=unknown
// reason: a pointer is used as a number
#include <assert.h>
#include <stdint.h>

static int x;

int main(void) { assert(((uintptr_t)&x * 31 >> 4) % 7 != 9); }
