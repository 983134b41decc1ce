// SPDX-License-Identifier: GPL-3.0-or-later
// C leaves open whether realloc to no bytes frees the block and gives null.
// expect: no-data-race=unknown
// engines: auto; invariants
#include <pthread.h>
#include <stdlib.h>

static int n, off;

static void *work(void *unused) {
  n++;
  return unused;
}

int main(int argc, char **argv) {
  char *block = malloc(8);
  block = realloc(block, off);
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  if (!block) n++;
  pthread_join(t, NULL);
  return 0;
}
