// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false
// line: 8
#include <pthread.h>
#include <stdlib.h>

static void *writer(void *arg) {
  *(int *)arg = 1;
  return NULL;
}
int main(void) {
  pthread_t t;
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  pthread_create(&t, NULL, writer, p);
  free(p);
  pthread_join(t, NULL);
  return 0;
}
