// SPDX-License-Identifier: GPL-3.0-or-later
// The C library gives out again at once what this thread has just freed. It need not, and the replay shows what happens then.
// expect: unreach-call=false
// engines: explore; auto
#include <assert.h>
#include <stdlib.h>

static int *block(void) { return malloc(sizeof(int)); }

int main(void) {
  int *first = block();
  free(first);
  int *second = block();
  assert(first == second);
  free(second);
}
