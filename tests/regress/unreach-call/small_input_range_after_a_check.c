// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DOFF_BY_ONE => unreach-call=false
#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
static int grades[4];

static void *mark(void *arg) {
  grades[*(unsigned char *)arg] = 1;
  return NULL;
}
int main(void) {
  pthread_t t;
  unsigned char n = __VERIFIER_nondet_uchar();
#ifdef OFF_BY_ONE
  if (n > 4) return 0;
  assert(n < 4);
#endif
  if (n >= 4) return 0;
  pthread_create(&t, NULL, mark, &n);
  pthread_join(t, NULL);
  assert(grades[0] + grades[1] + grades[2] + grades[3] == 1);
  assert(grades[n] == 1);
  return 0;
}
