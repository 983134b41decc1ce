// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true valid-memsafety=true|unknown termination=true
// variant: -DWRONG => unreach-call=false
#include <assert.h>
#include <stdlib.h>

struct tree {
  int key;
  struct tree *left, *right;
};
static struct tree *insert(struct tree *t, int key) {
  if (!t) {
    t = calloc(1, sizeof *t);
    if (!t) abort();
    t->key = key;
  } else if (key < t->key) {
    t->left = insert(t->left, key);
  } else {
    t->right = insert(t->right, key);
  }
  return t;
}
static int drain(struct tree *t, int *out) {
  if (!t) return 0;
  int n = drain(t->left, out);
  out[n++] = t->key;
  n += drain(t->right, out + n);
  free(t);
  return n;
}
int main(void) {
  int sorted[4];
  struct tree *root = NULL;
  const int keys[] = {5, 2, 8, 3};
  for (int i = 0; i < 4; i++) root = insert(root, keys[i]);
  assert(drain(root, sorted) == 4);
  for (int i = 1; i < 4; i++) assert(sorted[i - 1] < sorted[i]);
#ifdef WRONG
  assert(sorted[1] == 2);
#endif
  return 0;
}
