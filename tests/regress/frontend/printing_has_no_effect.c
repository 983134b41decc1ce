// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *speaker(void *arg) {
  printf("thread %d of %s: %f %p\n", *(int *)arg, "pool", 1.5, arg);
  puts("done");
  fflush(stdout);
  return NULL;
}
int main(void) {
  pthread_t t;
  int n = 1;
  pthread_create(&t, NULL, speaker, &n);
  fprintf(stderr, "started %ld\n", 5L);
  fputs("x", stdout);
  putchar('\n');
  pthread_join(t, NULL);
  assert(n == 1);
  return 0;
}
