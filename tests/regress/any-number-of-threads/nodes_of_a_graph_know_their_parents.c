// SPDX-License-Identifier: GPL-3.0-or-later
// Each of sixteen nodes in an array has a lock, and the address of its parent in the same array. The size of a node is
// no power of two: an offset that grew until it wraps around could be that of any field.
// expect: no-data-race=true
// engines: invariants
// flags: --property no-data-race
// variant: -DUNLOCKED => no-data-race=unknown
// engines: invariants
// variant: -DUNLOCKED -DN=2 => no-data-race=false
// engines: explore
// variant: -DOTHER_FIELD -DN=2 => no-data-race=false
// engines: explore; invariants no-data-race=unknown
#include <pthread.h>
#ifndef N
#define N 16
#endif

struct Node {
  struct Node *parent;
  pthread_mutex_t lock;
  long uses[6];
  int ready;
};

static void tell(struct Node *node) {
  pthread_mutex_lock(&node->lock);
  node->ready = 1;
  pthread_mutex_unlock(&node->lock);
}

static void *work(void *argument) {
  struct Node *self = argument;
  if (self->parent) {
#ifdef UNLOCKED
    self->parent->ready = 2;
#else
    tell(self->parent);
#endif
#ifdef OTHER_FIELD
    self->parent->parent = 0;
#endif
  }
  tell(self);
  return 0;
}

static void begin(struct Node *node, struct Node *parent) {
  node->parent = parent;
  node->ready = 0;
  pthread_mutex_init(&node->lock, 0);
}

int main(void) {
  struct Node nodes[N];
  pthread_t threads[N];
  begin(&nodes[0], 0);
  for (int i = 1; i < N; ++i) begin(&nodes[i], &nodes[i - 1]);
  for (int i = 0; i < N; ++i)
    if (pthread_create(&threads[i], 0, work, &nodes[i]) != 0) return 1;
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
  return 0;
}
