// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true no-deadlock=true valid-memsafety=true|unknown
#include <pthread.h>
#include <stdlib.h>

struct job {
  int in, out;
};
static void *work(void *arg) {
  struct job *j = arg;
  j->out = j->in + 1;
  return j;
}
int main(void) {
  pthread_t t;
  void *back;
  struct job *j = malloc(sizeof *j);
  if (!j) return 1;
  j->in = 4;
  pthread_create(&t, NULL, work, j);
  pthread_join(t, &back);
  int result = ((struct job *)back)->out;
  free(back);
  return result != 5;
}
