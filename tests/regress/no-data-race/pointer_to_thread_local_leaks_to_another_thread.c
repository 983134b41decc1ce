// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 16
#include <pthread.h>

static _Thread_local int mine;
static pthread_t child;

static void *bump(void *arg) {
  ++*(int *)arg;
  ++mine;
  return NULL;
}
int main(void) {
  pthread_create(&child, NULL, bump, &mine);
  mine = 5;
  pthread_join(child, NULL);
  return mine;
}
