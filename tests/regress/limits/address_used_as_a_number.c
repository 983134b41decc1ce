// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses have no numbers; only what is the same for every address an object may have is known (its alignment).
// expect: unreach-call=unknown
// reason: a pointer is used as a number
#include <assert.h>
#include <stdint.h>

static int x;

int main(void) { assert(((uintptr_t)&x >> 4) % 7 != 9); }
