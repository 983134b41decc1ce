// SPDX-License-Identifier: GPL-3.0-or-later
// sysprog21/concurrent-programs rcu-list: its benchmark without the clock around it.
#define main their_main
#include "test.c"
#undef main

int main(void) {
  benchmark();
  return 0;
}
