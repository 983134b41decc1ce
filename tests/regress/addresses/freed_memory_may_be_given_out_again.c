// SPDX-License-Identifier: GPL-3.0-or-later
// A pointer to freed memory may be compared. Another block that was there at the same time has another address; one that was
// taken later may have the same, and then the two pointers stay equal.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore; auto; bmc-order unknown; bmc-lazy unknown; bmc-eager unknown; induction unknown; impact unknown; invariants unreach-call=unknown
// variant: -DREUSED => unreach-call=false
// engines: explore; auto; bmc-order unknown; bmc-lazy unknown; bmc-eager unknown; induction unknown; impact unknown; invariants unknown
// variant: -DNOT_REUSED => unreach-call=false
// engines: explore; auto; bmc-order unknown; bmc-lazy unknown; bmc-eager unknown; induction unknown; impact unknown; invariants unknown
// variant: -DOTHER_THREAD => unreach-call=false
// engines: explore; auto
// variant: --strict-pointers => unreach-call=unknown no-data-race=unknown
// engines: explore "undefined behaviour"; bmc-order
// variant: --strict-pointers => valid-memsafety=false
// engines: explore
// replay with -DREUSED: a block must get the address of one that was freed
// replay with -DOTHER_THREAD: a block must get the address of one that was freed
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *first, *second;
static int same;

static int *block(void) { return malloc(sizeof(int)); }

static void *compares(void *unused) {
  int *third = block();
  assert(first != NULL && first != second && first != &same);
#ifdef OTHER_THREAD
  same = second == third;  // main may free the second block before or afterwards
#elif defined(REUSED)
  assert(third != first);
#elif defined(NOT_REUSED)
  assert(third == first);
#endif
  int equal = third == first;
  int *fourth = block();
  assert(equal == (third == first) && third != fourth);
  assert(!equal || fourth != first);
  if (equal) *first = 1;  // it leads to the third block
  free(third);
  free(fourth);
  return unused;
}

int main(void) {
  pthread_t thread;
  first = block();
  second = block();
  free(first);
  pthread_create(&thread, NULL, compares, NULL);
#ifdef OTHER_THREAD
  free(second);
#endif
  pthread_join(thread, NULL);
#ifdef OTHER_THREAD
  assert(!same);
#else
  free(second);
#endif
}
