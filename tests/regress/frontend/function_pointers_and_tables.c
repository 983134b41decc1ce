// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true valid-memsafety=true|unknown no-deadlock=true
// variant: -DWRONG => unreach-call=false
#include <assert.h>
#include <pthread.h>

typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static const struct {
  char symbol;
  operation run;
} table[] = {{'+', add}, {'-', sub}, {'*', mul}};

static operation find(char symbol) {
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].symbol == symbol) return table[i].run;
  return 0;
}
struct call {
  operation run;
  int a, b, result;
};
static void *in_thread(void *arg) {
  struct call *c = arg;
  c->result = c->run(c->a, c->b);
  return NULL;
}
int main(void) {
  pthread_t t;
  struct call c = {find('*'), 6, 7, 0};
  assert(find('/') == 0);
  assert(find('+') == add && find('-') != add);
  pthread_create(&t, NULL, in_thread, &c);
  pthread_join(t, NULL);
  assert(c.result == 42);
  assert((*find('-'))(1, 2) == -1);
#ifdef WRONG
  assert(find('+')(1, 2) == 4);
#endif
  return 0;
}
