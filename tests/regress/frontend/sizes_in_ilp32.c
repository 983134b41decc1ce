// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// flags: --data-model ilp32
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

struct mixed {
  char c;
  long l;
  char *p;
  long long wide;
};
static void *echo(void *arg) { return arg; }
int main(void) {
  pthread_t t;
  void *back;
  assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4);
  assert(sizeof(struct mixed) == 20 && offsetof(struct mixed, l) == 4);
  assert(LONG_MAX == 2147483647L);
  volatile unsigned long small = 0xffffffffUL;
  assert(small + 1 == 0);
  volatile long long wide = 1LL << 40;
  assert(wide >> 38 == 4);
  pthread_create(&t, NULL, echo, (void *)(intptr_t)-5);
  pthread_join(t, &back);
  assert((intptr_t)back == -5);
  return 0;
}
