// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: explore 9 states; bmc-order
// variant: -DUNSET => unreach-call=unknown
// A struct is copied with its padding, which nobody has written; a field that nobody has written is another matter.
#include <assert.h>
#include <pthread.h>

struct message {
  int from;
  char *text;
};
static struct message last;
static char hello[] = "hello";

static void *send(void *arg) {
  struct message m;
#ifndef UNSET
  m.from = 3;
#endif
  m.text = hello;
  last = m;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, send, 0);
  pthread_join(t, 0);
  assert(last.from == 3 && last.text[0] == 'h');
  return 0;
}
