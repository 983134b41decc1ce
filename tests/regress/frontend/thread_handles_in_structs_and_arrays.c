// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true valid-memsafety=true|unknown
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct worker {
  pthread_t thread;
  int input, output;
};
static void *run(void *arg) {
  struct worker *w = arg;
  w->output = w->input * w->input;
  return NULL;
}
int main(void) {
  enum { N = 2 };
  struct worker *crew = calloc(N, sizeof *crew);
  if (!crew) abort();
  for (int i = 0; i < N; i++) {
    crew[i].input = i + 2;
    assert(pthread_create(&crew[i].thread, NULL, run, &crew[i]) == 0);
  }
  for (int i = 0; i < N; i++) assert(pthread_join(crew[i].thread, NULL) == 0);
  assert(crew[0].output == 4 && crew[1].output == 9);
  free(crew);
  return 0;
}
