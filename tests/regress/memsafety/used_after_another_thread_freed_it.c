// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false
// line: 21
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *session;

static void *closer(void *arg) {
  (void)arg;
  free(session);
  return NULL;
}
int main(void) {
  pthread_t t;
  session = malloc(sizeof *session);
  if (!session) return 1;
  atomic_init(session, 3);
  pthread_create(&t, NULL, closer, NULL);
  atomic_fetch_add(session, 1);
  pthread_join(t, NULL);
  return 0;
}
