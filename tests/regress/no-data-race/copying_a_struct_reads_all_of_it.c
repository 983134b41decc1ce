// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 14
#include <pthread.h>

struct record {
  int id;
  char name[12];
};
static struct record shared;

static void *rename_it(void *arg) {
  (void)arg;
  shared.name[11] = 'x';
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, rename_it, NULL);
  struct record copy = shared;
  pthread_join(t, NULL);
  return copy.id;
}
