// SPDX-License-Identifier: GPL-3.0-or-later
// Each time control comes to a declaration without an initialiser, the variable loses its value (C17 6.2.4p6). It
// stays the same object: a pointer to it still leads to it.
// expect: unreach-call=unknown valid-memsafety=false
// variant: -DKIND=1 => unreach-call=unknown valid-memsafety=false
// variant: -DKIND=2 => unreach-call=unknown valid-memsafety=false
// variant: -DKIND=10 => unreach-call=true
// variant: -DKIND=11 => unreach-call=true
// variant: -DKIND=12 => unreach-call=true
// variant: -DKIND=13 => unreach-call=true
#include <assert.h>
#include <pthread.h>

#ifndef KIND
#define KIND 0
#endif

int main(void) {
  int i = 0;
#if KIND == 0
  int *kept = 0;
again:;
  int v;
  if (kept && v != 4) return 1;
#elif KIND == 1  // through the pointer
  int *kept = 0;
again:;
  int v;
  if (kept && *kept != 4) return 1;
#elif KIND == 2
  {
  again:;
    int w[3], *last = i ? w : 0;
    if (last) assert(last[2] == 4);
    w[2] = 4;
    last = w;
    if (i++ < 1) goto again;
    return 0;
  }
#elif KIND == 10
  int *kept = 0;
again:;
  int v;
  v = 4;
  if (kept) assert(*kept == 4 && kept == &v);
#elif KIND == 11  // an initialiser writes each time
  int *kept = 0;
again:;
  int v = kept ? *kept : 4;
  assert(v == 4);
#elif KIND == 12  // not passed again
  int v, *kept;
again:
  if (i > 0) assert(v == 4 && *kept == 4);
#elif KIND == 13
  int v, *kept;
again:;
  pthread_mutex_t lock;
  pthread_mutex_init(&lock, 0);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_destroy(&lock);
#endif
#if KIND != 2
  v = 4;
  kept = &v;
  if (i++ < 1) goto again;
  return *kept != 4;
#endif
}
