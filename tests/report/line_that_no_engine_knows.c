// SPDX-License-Identifier: GPL-3.0-or-later
// verdict: unknown
// flags: --property unreach-call
// shows: line_that_no_engine_knows.c:
// shows: next: rewrite the line named above in plainer C
#include <assert.h>

int main(void) {
  unsigned n = 0;
  __asm__ volatile("cpuid" : "+a"(n) : : "ebx", "ecx", "edx");
  assert(n);
}
