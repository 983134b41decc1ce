// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore 45 states; bmc-order
// variant: -DAFTER => unreach-call=unknown
// Addresses of memory that is still there are compared exactly; afterwards it may have become something else.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
};
static struct node *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *drop(void *arg) {
  struct node *mine = arg;
  pthread_mutex_lock(&lock);
  for (struct node **at = &list; *at; at = &(*at)->next)
    if (*at == mine) {
      *at = mine->next;
      break;
    }
  pthread_mutex_unlock(&lock);
  free(mine);
  return NULL;
}

int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (!a || !b) exit(1);
  a->next = b;
  b->next = NULL;
  list = a;
  pthread_t t;
  pthread_create(&t, NULL, drop, b);
#ifdef AFTER
  pthread_join(t, NULL);
  struct node *c = malloc(sizeof *c);
  assert(c != b);
#else
  drop(a);
  pthread_join(t, NULL);
  assert(list == NULL);
#endif
  return 0;
}
