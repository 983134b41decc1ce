// SPDX-License-Identifier: GPL-3.0-or-later
// gcc takes plain objects where <stdatomic.h> wants atomic ones, and so does Heddle.
// expect: unreach-call=true no-data-race=true
// variant: -DPLAIN => no-data-race=false
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node *next;
};
static int n;
static const char *text;
static struct node *head, first;
static atomic_int really_atomic;

static void *work(void *unused) {
#ifdef PLAIN
  n++;
#else
  atomic_fetch_add(&n, 1);
#endif
  atomic_fetch_add(&really_atomic, 1);
  atomic_store_explicit(&text, "there", memory_order_release);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  assert(atomic_load(&n) == 2 && atomic_load(&really_atomic) == 2);
  struct node *expected = NULL;
  assert(atomic_compare_exchange_strong(&head, &expected, &first) && head == &first);
  return 0;
}
