// SPDX-License-Identifier: GPL-3.0-or-later
// A thread is started again and again, and each time it makes a choice that must come out true sometimes. Each of these
// threads chooses once; together they choose for ever, and count as one chooser, because each takes the place of the one
// before. So the choice does come out true, and that ends the program.
//
// IGNORED: nobody looks at the choice, so that the program goes on for ever although it comes out true.
//
// expected: termination true formulas=slow limit=8s
// expected -DIGNORED: termination false formulas=slow
#include <pthread.h>
#include <stdatomic.h>

extern int __heddle_fair_choice(void);

static atomic_int answered;

static void *ask(void *unused) {
  if (__heddle_fair_choice()) answered = 1;
  return unused;
}

int main(void) {
  do {
    pthread_t asker;
#ifdef IGNORED
    answered = 0;
#endif
    pthread_create(&asker, NULL, ask, NULL);
    pthread_join(asker, NULL);
#ifdef IGNORED
  } while (1);
#else
  } while (!answered);
#endif
  return 0;
}
