// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true valid-memsafety=true|unknown
// variant: -DWRONG => unreach-call=false
#include <assert.h>
#include <stddef.h>

struct inner {
  char tag;
  long value;
};
struct outer {
  struct inner parts[2];
  struct inner *link;
  short tail;
};
static struct inner make(char tag, long value) {
  struct inner i = {tag, value};
  return i;
}
static long total(struct outer o) {
  o.parts[0].value += 100;
  return o.parts[0].value + o.parts[1].value + o.tail;
}
int main(void) {
  struct outer o = {.parts = {{'a', 1}, {'b', 2}}, .tail = -3};
  o.link = &o.parts[1];
  o.parts[0] = make('c', 5);
  o.link->value = 7;
  assert(total(o) == 109);
  assert(o.parts[0].value == 5 && o.parts[0].tag == 'c' && o.parts[1].tag == 'b');
  struct outer copy = o;
  copy.parts[1].value = 0;
  assert(copy.link == &o.parts[1] && copy.link->value == 7);
  assert((char *)o.link - (char *)&o == offsetof(struct outer, parts[1]));
#ifdef WRONG
  assert(o.tail > 0);
#endif
  return 0;
}
