// SPDX-License-Identifier: GPL-3.0-or-later
// construct: heap
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// A thread fills a node on the heap, and main reads it after the join. With BUG main reads before.
#include <assert.h>
#include <pthread.h>

#include <stdlib.h>
struct node {
  int value;
};

static void *fill(void *arg) {
  struct node *node = arg;
  node->value = 5;
  return node;
}

int main(void) {
  pthread_t t;
  struct node *node = calloc(1, sizeof *node);
  pthread_create(&t, 0, fill, node);
#ifdef BUG
  assert(node->value == 5);
#endif
  pthread_join(t, 0);
  assert(node->value == 5);
  free(node);
}
