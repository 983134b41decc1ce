// SPDX-License-Identifier: GPL-3.0-or-later
// A reader announces the node that it is going to read, looks again, and reads only if the node is still there. By then the
// pointer may be that of freed memory, and the same address may have been given out again, which does no harm.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore; auto
// variant: -DDOES_NOT_LOOK_AGAIN => valid-memsafety=false
// variant: -DFREES_AT_ONCE => valid-memsafety=false
// variant: --strict-pointers => unreach-call=unknown
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
};
static _Atomic(struct node *) current, hazard;

static struct node *new_node(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  return n;
}

static void *reads(void *unused) {
  struct node *seen, *announced = NULL;
  for (;;) {
    seen = atomic_load(&current);
    if (seen == announced) break;
    atomic_store(&hazard, seen);
    announced = seen;
#ifdef DOES_NOT_LOOK_AGAIN
    break;
#endif
  }
  assert(seen->value >= 1 && seen->value <= 3);
  atomic_store(&hazard, NULL);
  return unused;
}

int main(void) {
  pthread_t reader;
  atomic_store(&current, new_node(1));
  pthread_create(&reader, NULL, reads, NULL);
  struct node *kept = NULL;
  for (int value = 2; value <= 3; ++value) {
    struct node *old = atomic_exchange(&current, new_node(value));
#ifdef FREES_AT_ONCE
    free(old);
#else
    if (atomic_load(&hazard) != old)
      free(old);
    else if (kept == NULL)
      kept = old;
#endif
  }
  pthread_join(reader, NULL);
  free(kept);
}
