// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false no-deadlock=true
// line: 10
#include <pthread.h>

static int hits;

static void *visit(void *arg) {
  (void)arg;
  hits++;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, visit, NULL);
  pthread_create(&b, NULL, visit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
