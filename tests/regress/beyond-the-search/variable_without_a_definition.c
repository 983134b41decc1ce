// SPDX-License-Identifier: GPL-3.0-or-later
// A variable of another file may have any content, so what is proven for any content stands. A pointer in such a variable may
// lead to our own variables, which the other file knows by their names: nothing is proven behind it.
// expect: no-data-race=true no-deadlock=true unreach-call=true
// variant: -DDECIDES => no-data-race=unknown
// variant: -DPOINTS => no-data-race=unknown
// variant: -DCALLS => no-data-race=unknown
#include <pthread.h>

extern int verbose;
extern int *elsewhere;
extern void (*hook)(void);
int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void count(void) { n++; }

static void *work(void *unused) {
#if defined DECIDES
  if (verbose) pthread_mutex_lock(&m);
  n++;
  if (verbose) pthread_mutex_unlock(&m);
#elif defined POINTS
  ++*elsewhere;
#elif defined CALLS
  hook();
#else
  pthread_mutex_lock(&m);
  n += verbose;
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
