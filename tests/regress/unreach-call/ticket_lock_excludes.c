// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct ticket_lock {
  atomic_uint next, serving;
};
static struct ticket_lock door;
static int visits;

static void acquire(struct ticket_lock *l) {
  unsigned mine = atomic_fetch_add(&l->next, 1);
  while (atomic_load(&l->serving) != mine) {
  }
}
static void release(struct ticket_lock *l) { atomic_fetch_add(&l->serving, 1); }

static void *visitor(void *arg) {
  (void)arg;
  acquire(&door);
  visits++;
  release(&door);
  return NULL;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, visitor, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(visits == 3);
  return 0;
}
