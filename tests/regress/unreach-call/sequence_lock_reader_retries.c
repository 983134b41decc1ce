// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int x, y;

static void *writer(void *arg) {
  (void)arg;
  sequence++;
  x = 1;
  y = 1;
  sequence++;
  return NULL;
}
int main(void) {
  pthread_t t;
  unsigned before;
  int a, b;
  pthread_create(&t, NULL, writer, NULL);
  do {
    before = sequence;
    a = x;
    b = y;
  } while (before % 2 != 0 || sequence != before);
  assert(a == b);
  pthread_join(t, NULL);
  return 0;
}
