// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: auto; impact
// variant: -DBUG => unreach-call=false
// engines: auto; impact
// Two counters under one lock, which step by one or by two as a flag says. With BUG one of them steps by one when the flag changes.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned p, q;
static int flag;
static void *count(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (flag) {
      p++;
      q++;
    } else {
      p += 2;
#ifdef BUG
      q += 1;
#else
      q += 2;
#endif
      flag = !flag;
    }
    assert(p == q);
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  count(0);
}
