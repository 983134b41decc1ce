// SPDX-License-Identifier: GPL-3.0-or-later
// A body without braces is a block of its own (C17 6.8.4p3 and 6.8.5p5), and so is the loop around it. A compound
// literal ends with the innermost of them.
// expect: unreach-call=unknown valid-memsafety=false
// variant: -DKIND=1 => unreach-call=unknown valid-memsafety=false
// variant: -DKIND=2 => unreach-call=unknown valid-memsafety=false
// variant: -DKIND=3 => unreach-call=unknown valid-memsafety=false
// variant: -DKIND=4 => unreach-call=unknown valid-memsafety=false
// variant: -DKIND=5 => unreach-call=unknown valid-memsafety=false
// variant: -DKIND=6 => unreach-call=unknown valid-memsafety=false
// variant: -DKIND=7 => unreach-call=unknown valid-memsafety=false
// variant: -DKIND=8 => unreach-call=unknown valid-memsafety=false
// variant: -DKIND=9 => unreach-call=unknown valid-memsafety=false
// variant: -DKIND=10 => unreach-call=true
// variant: -DKIND=11 => unreach-call=true
// variant: -DKIND=12 => unreach-call=true
// variant: -DKIND=13 => unreach-call=true
// variant: -DKIND=14 => unreach-call=true
// variant: -DKIND=15 => unreach-call=true
// variant: -DKIND=16 => unreach-call=true
// variant: -DKIND=17 => unreach-call=true
// variant: -DKIND=18 => unreach-call=true
// variant: -DKIND=19 => unreach-call=true
#include <assert.h>

#ifndef KIND
#define KIND 0
#endif

static int one(const int *p) { return *p; }

int main(int count, char **arguments) {
  int *kept = 0, i = 0;
#if KIND == 0
  while (i < 2) kept = i++ ? (assert(*kept == 1), kept) : (int[]){1};
#elif KIND == 1
  do kept = (int[]){1}; while (one(kept) != 1);
#elif KIND == 2
  do kept = (int[]){1}; while (0);
  assert(*kept == 1);
#elif KIND == 3
  for (; i < 2; i++) kept = i ? (assert(*kept == 1), kept) : (int[]){1};
#elif KIND == 4
  switch (count) default: kept = (int[]){1};
  assert(*kept == 1);
#elif KIND == 5
  while (i < 2) while (i < 2) kept = i++ ? (assert(*kept == 1), kept) : (int[]){1};
#elif KIND == 6
  if (count) kept = (int[]){1};
  if (count) assert(*kept == 1);
#elif KIND == 7
  while (i < 2) do kept = (int[]){i++}; while (0 && i);
  assert(*kept == 1);
#elif KIND == 8
  while (kept = (int[]){1}, i++ < 2) assert(*kept == 1);
  assert(*kept == 1);
#elif KIND == 9
  do i++; while (kept = (int[]){1}, i < 2);
  assert(*kept == 1);
#elif KIND == 10  // in the statement around the body
  for (int *p; p = (int[]){i}, i < 2; i++) assert(*p == i);
#elif KIND == 11
  for (int *p = &i; i < 2; p = (int[]){i + 1}, i++) assert(*p == i);
#elif KIND == 12
  while (kept = kept ? kept : (int[]){1}, i++ < 2) assert(*kept == 1);
#elif KIND == 13  // in the body, as far as it goes
  while (i < 2) kept = (int[]){i}, i += one(kept) + 1;
#elif KIND == 14
  do while (i < 2) i += one((int[]){1}); while (i < 2);
#elif KIND == 15  // all in one block with braces
again:
  kept = kept ? kept : (int[]){1};
  while (i < 2) i += one(kept);
  if (i++ < 3) goto again;
  assert(*kept == 1);
#elif KIND == 16
  switch (count) {
    case 1: kept = (int[]){1};
    default: if (kept) assert(*kept == 1);
  }
#elif KIND == 17
  while (1) {
    do { kept = (int[]){1}; assert(one(kept) == 1); } while (i++ < 2);
    int *other = kept = (int[]){2};
    if (i > 2) { assert(*other == 2); break; }
  }
#elif KIND == 18
  while (1) {
    if (i++ > 2) break;
  }
again:
  if (kept) assert(*kept == 1);
  kept = (int[]){1};
  if (i++ < 5) goto again;
#elif KIND == 19
  do i++; while (kept ? assert(*kept == 1), i < 3 : (kept = (int[]){1}, 1));
#endif
}
