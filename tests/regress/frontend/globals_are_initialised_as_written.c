// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// variant: -DWRONG => unreach-call=false
#include <assert.h>
#include <stddef.h>

struct node {
  const char *name;
  struct node *next;
  int (*value)(void);
};
static int forty(void) { return 40; }
static struct node second = {"second", NULL, forty};
static struct node first = {"first", &second, NULL};
static int table[5] = {[1] = 10, [3] = 30};
static int *inside = &table[3];
static const char *const words[] = {"a", "bc", NULL};
static long long wide = -1;
int tentative;
extern int tentative;

int main(void) {
  static int calls = 3;
  assert(first.next->value() == 40 && first.next->name[1] == 'e');
  assert(table[0] == 0 && inside[0] == 30 && inside[-2] == 10 && inside - table == 3);
  assert(words[1][1] == 'c' && words[2] == NULL);
  assert(wide == -1 && tentative == 0 && calls == 3);
#ifdef WRONG
  assert(table[3] == 0);
#endif
  return 0;
}
