// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true valid-memsafety=true|unknown
// variant: -DWRONG_SUM => unreach-call=false no-data-race=true
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct range {
  int from, to;
};
static void *sum(void *arg) {
  struct range *r = arg;
  int *result = malloc(sizeof *result);
  if (!result) abort();
  *result = 0;
  for (int i = r->from; i < r->to; i++) *result += i;
  return result;
}
static void *half(void *arg) { return (void *)((intptr_t)arg / 2); }

int main(void) {
  pthread_t a, b, c;
  struct range low = {1, 4}, high = {4, 6};
  void *x, *y, *z;
  pthread_create(&a, NULL, sum, &low);
  pthread_create(&b, NULL, sum, &high);
  pthread_create(&c, NULL, half, (void *)84L);
  pthread_join(a, &x);
  pthread_join(b, &y);
  pthread_join(c, &z);
  int total = *(int *)x + *(int *)y;
  free(x);
  free(y);
#ifdef WRONG_SUM
  assert(total == 21);
#endif
  assert(total == 15);
  assert((intptr_t)z == 42);
  return 0;
}
