// SPDX-License-Identifier: GPL-3.0-or-later
// verdict: unknown
// flags: --property unreach-call
// shows: line_that_no_engine_knows.c:12
// shows: next: rewrite the line named above in plainer C
#include <assert.h>
#include <stdint.h>

int cell;

int main(void) {
  assert((uintptr_t)&cell * 3 % 1000 != 7);
}
