// SPDX-License-Identifier: GPL-3.0-or-later
// A program for 32 bits, checked as one for 64.
// flags: --engine explore --property unreach-call
// verdict: unknown
// shows: a pointer that was cut to fewer bits is used as a number
// shows: next: if the program is for 32 bits, say --32
// shows: 2 states
#include <stdint.h>

int main(void) {
  int x;
  uint32_t p = (uint32_t)(uintptr_t)&x;
  int *q = (int *)(uintptr_t)p;
  *q = 1;
  return 0;
}
