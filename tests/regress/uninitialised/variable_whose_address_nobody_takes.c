// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=unknown
// reason: undefined behaviour
// variant: -DMEMBER => no-data-race=unknown
// variant: -DVOLATILE => no-data-race=unknown
// variant: -DNO_RESULT => no-data-race=unknown
// variant: -DTAKEN => no-data-race=true
// C17 6.3.2.1p2: to use such a variable is undefined, whatever its value would be; a structure whose members are named
// is one, too. So is the result of a function that returns none (6.9.1p12).
#include <pthread.h>

static int seen;
struct pair {
  int first, second;
};

static int none(void) {}
static void look_at(int *number) { (void)*&number; }

static void *run(void *unused) { return unused; }

int main(void) {
#ifdef MEMBER
  struct pair pair;
  pair.first = 1;
  int number = pair.second;
#elif defined(VOLATILE)
  volatile int number;
#elif defined(NO_RESULT)
  int number = none();
#else
  int number;
#endif
#ifdef TAKEN
  look_at(&number);
#endif
  if (number) seen = 1;
  pthread_t other;
  pthread_create(&other, NULL, run, NULL);
  pthread_join(other, NULL);
  return seen;
}
