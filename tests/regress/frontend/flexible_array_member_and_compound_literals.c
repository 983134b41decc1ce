// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true valid-memsafety=true|unknown
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct message {
  size_t length;
  char text[];
};
struct pair {
  int a, b;
};
static struct message *make(const char *text) {
  size_t n = strlen(text);
  struct message *m = malloc(sizeof *m + n + 1);
  if (!m) abort();
  m->length = n;
  memcpy(m->text, text, n + 1);
  return m;
}
static int sum(const struct pair *p) { return p->a + p->b; }
int main(void) {
  struct message *m = make("tread");
  assert(m->length == 5 && m->text[4] == 'd' && m->text[5] == 0);
  free(m);
  assert(sum(&(struct pair){.b = 4}) == 4);
  int *numbers = (int[]){1, 2, 3};
  assert(numbers[2] == 3);
  return 0;
}
