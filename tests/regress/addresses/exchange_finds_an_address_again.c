// SPDX-License-Identifier: GPL-3.0-or-later
// The ABA problem: between the load and the exchange, another thread takes the node away, frees it and puts a new one there.
// If malloc gives out the same address, the exchange does not notice. A tag beside the pointer tells.
// expect: unreach-call=false
// engines: explore; auto
// replay: address of one that was freed
// variant: -DTAG => unreach-call=true no-data-race=true
// variant: -DKEEPS => unreach-call=true no-data-race=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
};
struct top {
  struct node *node;
  unsigned long tag;
};
#ifdef TAG
static _Atomic struct top top;
#define NODE(t) (t).node
#define TOP(n, old) ((struct top){n, (old).tag + 1})
typedef struct top word;
#else
static _Atomic(struct node *) top;
#define NODE(t) (t)
#define TOP(n, old) (n)
typedef struct node *word;
#endif
static atomic_int changed;

static struct node *new_node(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  return n;
}

static void *changes(void *unused) {
  word old = atomic_load(&top);
  if (NODE(old) == NULL || !atomic_compare_exchange_strong(&top, &old, TOP(NULL, old))) return unused;
  struct node *gone = NODE(old);
  old = TOP(NULL, old);
#ifndef KEEPS
  free(gone);
#endif
  struct node *n = new_node(2);
  changed = 1;
  if (!atomic_compare_exchange_strong(&top, &old, TOP(n, old))) free(n);
#ifdef KEEPS
  free(gone);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  word none = atomic_load(&top);
  atomic_store(&top, TOP(new_node(1), none));
  pthread_create(&thread, NULL, changes, NULL);
  word seen = atomic_load(&top);
  int before = changed;
  if (NODE(seen) != NULL && atomic_compare_exchange_strong(&top, &seen, TOP(NULL, seen))) assert(before == changed);
  pthread_join(thread, NULL);
}
