// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true valid-memsafety=true|unknown
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
  int id;
  double factor;
  int results[3];
};
static void *work(void *arg) {
  struct job *j = arg;
  for (int i = 0; i < 3; i++) j->results[i] = (int)(j->factor * (j->id + i));
  return j;
}
int main(void) {
  pthread_t t[2];
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    struct job *j = malloc(sizeof *j);
    if (!j) abort();
    *j = (struct job){.id = i, .factor = 2.5};
    pthread_create(&t[i], NULL, work, j);
  }
  for (int i = 0; i < 2; i++) {
    void *back;
    pthread_join(t[i], &back);
    struct job *j = back;
    sum += j->results[0] + j->results[2];
    free(j);
  }
  assert(sum == 0 + 5 + 2 + 7);
  return 0;
}
