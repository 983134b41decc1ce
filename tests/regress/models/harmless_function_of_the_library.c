// SPDX-License-Identifier: GPL-3.0-or-later
// --harmless also stands for a model of Heddle's own: the user knows better.
// expect: unreach-call=unknown
// reason: input too wide
// flags: --harmless cos
#include <assert.h>
#include <math.h>

int main(void) {
  assert(!(cos(1) > 5));
}
