// SPDX-License-Identifier: GPL-3.0-or-later
// The number of threads is an argument: any number is possible, and the program's own checks narrow it.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG => unreach-call=false no-data-race=true no-deadlock=true
// variant: --args 2 -DBUG => unreach-call=false no-data-race=true no-deadlock=true
// variant: --args 3 -DBUG => unreach-call=true no-data-race=true no-deadlock=true
// variant: --args "" -DBUG => unreach-call=true no-data-race=true no-deadlock=true
// variant: -DTWICE => unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  done++;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s threads\n", argv[0]);
    return 1;
  }
  int n = atoi(argv[1]);
  if (n < 1 || n > 3) {
    printf("not %s\n", argv[1]);
    return 1;
  }
#ifdef TWICE
  assert(n == atoi(argv[1]));
#endif
  pthread_t threads[3];
  for (int i = 0; i < n; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
#ifdef BUG
  assert(done != 2);
#endif
  return 0;
}
