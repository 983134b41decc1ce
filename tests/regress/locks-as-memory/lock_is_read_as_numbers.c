// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: explore; induction; invariants
// variant: -DWRITTEN => unreach-call=unknown
// engines: explore; induction; invariants unreach-call=true
// variant: -DWRITTEN --strict => unreach-call=unknown
// engines: invariants
// Every byte of a lock is the library's.
#include <pthread.h>
extern void reach_error(void);
static pthread_rwlock_t lock;

int main(void) {
  pthread_rwlock_rdlock(&lock);
  int *words = (int *)&lock;
#ifdef WRITTEN
  words[2] = 0;
#else
  if (words[2] != 0) reach_error();
#endif
  pthread_rwlock_unlock(&lock);
  return 0;
}
