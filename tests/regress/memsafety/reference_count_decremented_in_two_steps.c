// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false
// line: 16
// Both threads may see a count of one afterwards, and both free.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct session {
  int data;
};
static atomic_int owners = 2;

static void drop(struct session *s) {
  atomic_fetch_sub(&owners, 1);
  if (owners == 0) free(s);
}
static void *user(void *arg) {
  drop(arg);
  return NULL;
}
int main(void) {
  pthread_t t;
  struct session *s = malloc(sizeof *s);
  if (!s) return 1;
  pthread_create(&t, NULL, user, s);
  drop(s);
  pthread_join(t, NULL);
  return 0;
}
