// SPDX-License-Identifier: GPL-3.0-or-later
// What was written to a new node is ordered before its reader only if the address is handed over with release and acquire.
// expect: no-data-race=true
// engines: auto; invariants
// variant: -DBUG => no-data-race=false
// engines: auto; invariants no-data-race=unknown "without ordering what it leads to"
// flags: --property no-data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BUG
#define GIVE memory_order_relaxed
#else
#define GIVE memory_order_release
#endif

struct node {
  int value;
};
static _Atomic(struct node*) parcel;

static void* gives(void* unused) {
  struct node* n = malloc(sizeof *n);
  n->value = 7;
  atomic_store_explicit(&parcel, n, GIVE);
  return unused;
}

static void* takes(void* unused) {
  struct node* n = atomic_load_explicit(&parcel, memory_order_acquire);
  if (n && n->value != 7) return 0;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, gives, 0);
  pthread_create(&b, 0, takes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
