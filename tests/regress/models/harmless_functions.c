// SPDX-License-Identifier: GPL-3.0-or-later
// The user says of functions without a model that they return any value and do nothing else.
// expect: unreach-call=unknown
// variant: --harmless log_line,measure,name_of => unreach-call=true
// variant: --harmless log_line,measure,name_of -DVALUE => unreach-call=false
// variant: --harmless log_line => unreach-call=unknown
#include <assert.h>
#include <pthread.h>

extern void log_line(const char *, int);
extern int measure(void);
extern const char *name_of(int);
static int sum;

static void *work(void *unused) {
  log_line("working", 1);
  int n = measure();
#ifdef VALUE
  assert(n != 12345);
#endif
  if (n > 0 && n < 4) sum = n;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  if (name_of(1) == NULL) log_line("none", 2);
  assert(sum < 4);
  return 0;
}
