// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: auto; impact
// variant: -DBUG => unreach-call=false
// engines: auto; impact
// variant: -DDEKKER => unreach-call=true
// engines: auto; impact
// Peterson's lock, or Dekker's. The count has more values than a search over states comes to the end of, and who may enter depends on flags
// and a turn. With BUG one of them does not look at the flag of the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag0, flag1, turn;
static int x;
static atomic_uint count;

static void *first(void *unused) {
  for (;;) {
    flag0 = 1;
#ifdef DEKKER
    while (flag1)
      if (turn != 0) {
        flag0 = 0;
        while (turn != 0) {
        }
        flag0 = 1;
      }
#else
    turn = 1;
    while (flag1 && turn == 1) {
    }
#endif
    x = 0;
    assert(x == 0);
    count++;
#ifdef DEKKER
    turn = 1;
#endif
    flag0 = 0;
  }
  return unused;
}

static void *second(void *unused) {
  for (;;) {
    flag1 = 1;
#ifdef DEKKER
    while (flag0)
      if (turn != 1) {
        flag1 = 0;
        while (turn != 1) {
        }
        flag1 = 1;
      }
#elif !defined BUG
    turn = 0;
    while (flag0 && turn == 0) {
    }
#endif
    x = 1;
    assert(x == 1);
    count++;
#ifdef DEKKER
    turn = 0;
#endif
    flag1 = 0;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  second(0);
}
