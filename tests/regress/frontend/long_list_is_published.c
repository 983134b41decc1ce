// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true|unknown
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *next;
};
static struct node *head;

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 40000; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  head = list;
  assert(head != NULL);
  return 0;
}
