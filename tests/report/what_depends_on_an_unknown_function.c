// SPDX-License-Identifier: GPL-3.0-or-later
// flags: --engine explore --property unreach-call
// verdict: unknown
// shows: what_depends_on_an_unknown_function.c:11:3)
#include <assert.h>

extern int unknown_function(int);

int main(void) {
  int x = unknown_function(1);
  assert(x == 3);
  return 0;
}
