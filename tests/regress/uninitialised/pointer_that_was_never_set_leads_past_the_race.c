// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=unknown
// variant: -DSET => no-data-race=false
// What comes behind an access through a pointer that was never set was not looked at, so that there is no proof for any
// value: explore stops at the decision before it and does not meet the access.
#include <pthread.h>
#include <stdlib.h>

struct box {
  int *content;
};
static int shared;

static void *count(void *unused) {
  shared++;
  return unused;
}

int main(void) {
  struct box *b = malloc(sizeof *b);
  int *chance = malloc(sizeof *chance), seen = 0;
#ifdef SET
  b->content = chance;
  *chance = 1;
#endif
  if (*chance) seen = 1;
  seen += *b->content;
  pthread_t t, u;
  pthread_create(&t, NULL, count, NULL);
  pthread_create(&u, NULL, count, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return seen > 3;
}
