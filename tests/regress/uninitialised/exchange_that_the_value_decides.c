// SPDX-License-Identifier: GPL-3.0-or-later
// A failed exchange only reads, and whether this one fails depends on a value that nobody has set: the race does not
// happen whatever the value is.
// expect: no-data-race=unknown
// engines: explore; bmc-order; bmc-eager; auto
// variant: -DVALUE=0 => no-data-race=false
// engines: explore; bmc-order
// variant: -DVALUE=1 => no-data-race=true
// engines: explore; bmc-order
#include <pthread.h>
#include <stdlib.h>

static int *word;

static void *exchange(void *unused) {
  int zero = 0;
  __atomic_compare_exchange_n(word, &zero, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return unused;
}
static void *look(void *unused) {
  int seen = *word;
  (void)seen;
  return unused;
}
int main(void) {
  pthread_t a, b;
  word = malloc(sizeof *word);
#ifdef VALUE
  *word = VALUE;
#endif
  pthread_create(&a, 0, exchange, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
