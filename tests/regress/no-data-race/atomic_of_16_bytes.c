// SPDX-License-Identifier: GPL-3.0-or-later
// A stack without locks whose top is a pointer and a count, changed together by one exchange of 16 bytes.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore; auto; bmc-order
// variant: -DSYNC => unreach-call=true no-data-race=true
// engines: explore; bmc-order
// variant: -DASSEMBLY => unreach-call=true no-data-race=true
// engines: explore; bmc-order
// variant: -DPLAIN => no-data-race=false
// engines: explore; bmc-order
// variant: -DHALF => unreach-call=false
// engines: explore; bmc-order
// variant: -DRELAXED => unreach-call=unknown
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  struct node *next;
  int value;
};
struct top {
  struct node *node;
  unsigned long count;
};
static _Alignas(16) _Atomic struct top top;
static struct node nodes[2];

static void push(struct node *n) {
#if defined(SYNC)
  union {
    struct top top;
    __int128 bits;
  } old, new;
  do {
    old.bits = __sync_val_compare_and_swap((__int128 *)&top, 0, 0);
    n->next = old.top.node;
    new.top = (struct top){n, old.top.count + 1};
  } while (!__sync_bool_compare_and_swap((__int128 *)&top, old.bits, new.bits));
#elif defined(ASSEMBLY)
  struct top old = {NULL, 0};
  char done;
  do {
    n->next = old.node;
    __asm__ __volatile__("lock; cmpxchg16b %0; setz %1"
                         : "+m"(top), "=q"(done), "+a"(old.node), "+d"(old.count)
                         : "b"(n), "c"(old.count + 1)
                         : "cc", "memory");
  } while (!done);
#elif defined(PLAIN)
  struct top *plain = (struct top *)&top;
  n->next = plain->node;
  *plain = (struct top){n, plain->count + 1};
#elif defined(HALF)
  struct top old = atomic_load(&top);
  n->next = old.node;
  atomic_store(&top, ((struct top){n, old.count + 1}));
#elif defined(RELAXED)
  struct top old = atomic_load_explicit(&top, memory_order_relaxed);
  atomic_store(&top, old);
#else
  struct top old = atomic_load_explicit(&top, memory_order_acquire), new;
  do {
    n->next = old.node;
    new = (struct top){n, old.count + 1};
  } while (!atomic_compare_exchange_weak(&top, &old, new));
#endif
}

static void *pushes(void *n) {
  push(n);
  return n;
}

int main(void) {
  pthread_t thread;
  nodes[0].value = 1;
  nodes[1].value = 2;
  pthread_create(&thread, NULL, pushes, &nodes[1]);
  push(&nodes[0]);
  pthread_join(thread, NULL);
  struct top all = atomic_exchange(&top, ((struct top){NULL, 0}));
  assert(all.count == 2);
  assert(all.node->value + all.node->next->value == 3 && all.node->next->next == NULL);
}
