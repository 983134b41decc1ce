// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true valid-memsafety=true|unknown
#include <assert.h>
#include <stdlib.h>

struct item {
  int key;
  const char *name;
};
static int by_key(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  return (x->key > y->key) - (x->key < y->key);
}
int main(void) {
  struct item items[] = {{3, "three"}, {1, "one"}, {2, "two"}};
  struct item wanted = {2, NULL};
  qsort(items, 3, sizeof *items, by_key);
  assert(items[0].key == 1 && items[1].key == 2 && items[2].key == 3);
  assert(items[0].name[0] == 'o' && items[2].name[1] == 'h');
  struct item *found = bsearch(&wanted, items, 3, sizeof *items, by_key);
  assert(found == &items[1] && found->name[1] == 'w');
  wanted.key = 9;
  assert(bsearch(&wanted, items, 3, sizeof *items, by_key) == NULL);
  return 0;
}
