// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  int width, height;
};
static _Atomic(struct config *) current;

static void *loader(void *arg) {
  struct config *c = calloc(1, sizeof *c);
  (void)arg;
  if (!c) abort();
  c->width = 80;
  c->height = 25;
  atomic_store(&current, c);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, loader, NULL);
  struct config *c = atomic_load(&current);
  if (c) assert(c->width * c->height == 2000);
  pthread_join(t, NULL);
  return 0;
}
