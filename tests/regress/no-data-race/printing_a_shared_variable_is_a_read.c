// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 17
#include <pthread.h>
#include <stdio.h>

static int progress;

static void *worker(void *arg) {
  (void)arg;
  progress = 50;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  printf("%d%% done\n", progress);
  fprintf(stderr, "waiting\n");
  pthread_join(t, NULL);
  return 0;
}
