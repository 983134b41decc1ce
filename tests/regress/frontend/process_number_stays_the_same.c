// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true|unknown
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *look(void *arg) {
  *(int *)arg = getpid();
  return NULL;
}
int main(void) {
  pthread_t t;
  int theirs;
  pthread_create(&t, NULL, look, &theirs);
  int mine = getpid();
  pthread_join(t, NULL);
  assert(mine > 0 && mine == theirs);
  return 0;
}
