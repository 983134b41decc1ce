// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// flags: --data-model lp64
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

struct mixed {
  char c;
  long l;
  char *p;
};
static void *echo(void *arg) { return arg; }
int main(void) {
  pthread_t t;
  void *back;
  assert(sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(size_t) == 8);
  assert(sizeof(struct mixed) == 24 && offsetof(struct mixed, l) == 8);
  assert(LONG_MAX == 9223372036854775807L);
  volatile unsigned long big = 1UL << 40;
  assert(big >> 38 == 4);
  pthread_create(&t, NULL, echo, (void *)(intptr_t)0x123456789aL);
  pthread_join(t, &back);
  assert((intptr_t)back == 0x123456789aL);
  return 0;
}
