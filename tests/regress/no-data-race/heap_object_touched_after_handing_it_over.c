// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 21
#include <pthread.h>
#include <stdlib.h>

struct job {
  int in, out;
};
static void *work(void *arg) {
  struct job *j = arg;
  j->out = j->in + 1;
  return NULL;
}
int main(void) {
  pthread_t t;
  struct job *j = malloc(sizeof *j);
  if (!j) return 1;
  j->in = 4;
  pthread_create(&t, NULL, work, j);
  j->in = 5;
  pthread_join(t, NULL);
  free(j);
  return 0;
}
