// SPDX-License-Identifier: GPL-3.0-or-later
// Lamport's bakery for two customers, for ever, as long as there are numbers. With BUG both may draw the same number and go.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define LAST 1000000000
#ifdef BUG
#define BEFORE(a, b) ((a) < (b))
#else
#define BEFORE(a, b) ((a) <= (b))
#endif
static atomic_int choosing1, choosing2, number1, number2;
static int inside;

static void section(void) {
  inside++;
  assert(inside == 1);
  inside--;
}
static void *first(void *unused) {
  for (;;) {
    choosing1 = 1;
    int last = number2;
    if (last >= LAST) break;
    number1 = last + 1;
    choosing1 = 0;
    while (choosing2) {}
    for (;;) {
      int other = number2;
      if (other == 0 || last + 1 <= other) break;
    }
    section();
    number1 = 0;
  }
  return unused;
}
static void *second(void *unused) {
  for (;;) {
    choosing2 = 1;
    int last = number1;
    if (last >= LAST) break;
    number2 = last + 1;
    choosing2 = 0;
    while (choosing1) {}
    for (;;) {
      int other = number1;
      if (other == 0 || !BEFORE(other, last + 1)) break;
    }
    section();
    number2 = 0;
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
