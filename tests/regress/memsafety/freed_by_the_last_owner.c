// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=true|unknown no-data-race=true
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct session {
  atomic_int owners;
  int data;
};
static void drop(struct session *s) {
  if (atomic_fetch_sub(&s->owners, 1) == 1) free(s);
}
static void *user(void *arg) {
  struct session *s = arg;
  int x = s->data;
  drop(s);
  return (void *)(long)x;
}
int main(void) {
  pthread_t t;
  struct session *s = malloc(sizeof *s);
  if (!s) return 1;
  atomic_init(&s->owners, 2);
  s->data = 8;
  pthread_create(&t, NULL, user, s);
  drop(s);
  pthread_join(t, NULL);
  return 0;
}
