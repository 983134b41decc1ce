// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 17
#include <stdlib.h>

struct node {
  struct node *next;
};
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 2; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->next = list;
    list = n;
  }
  for (struct node *n = list; n; n = n->next) free(n);
  return 0;
}
