// SPDX-License-Identifier: GPL-3.0-or-later
// Assumed: objects are apart. C leaves open whether the end of one is the address of another.
// expect: unreach-call=true
#include <assert.h>

static int x, y;

int main(void) { assert(&x + 1 != &y); }
