// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false unreach-call=false
#include <assert.h>
#include <pthread.h>

static struct {
  unsigned open : 1;
  unsigned level : 3;
} door;

static void *open_it(void *arg) {
  (void)arg;
  door.open = 1;
  return NULL;
}
static void *raise_it(void *arg) {
  (void)arg;
  door.level = 5;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, open_it, NULL);
  pthread_create(&b, NULL, raise_it, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(door.open == 1 && door.level == 5);
  return 0;
}
