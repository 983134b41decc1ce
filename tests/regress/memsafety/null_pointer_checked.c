// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=true|unknown unreach-call=true
#include <assert.h>
#include <stddef.h>

struct entry {
  int key, value;
};
static struct entry entries[2] = {{1, 10}, {2, 20}};

static struct entry *find(int key) {
  for (int i = 0; i < 2; i++)
    if (entries[i].key == key) return &entries[i];
  return NULL;
}
int main(void) {
  struct entry *two = find(2), *three = find(3);
  assert(two && two->value == 20 && !three);
  return 0;
}
