// SPDX-License-Identifier: GPL-3.0-or-later
// A function of another library gets its meaning from a file of its own, which may also replace one of the program.
// expect: unreach-call=true no-data-race=true
// flags: --model tests/regress/models/queue_model.c
// variant: -DWRONG => unreach-call=false no-data-race=true
#include <assert.h>
#include <pthread.h>

extern int queue_length(void);  // between 0 and 3, says the model
int slow_sum(int n) {           // the model is faster
  int sum = 0;
  for (int i = 0; i < 1000000 * n; i++) sum += i;
  return sum;
}
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int longest;

static void *look(void *unused) {
  int n = queue_length();
  pthread_mutex_lock(&m);
  if (n > longest) longest = n;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, look, NULL);
  look(NULL);
  pthread_join(t, NULL);
  assert(slow_sum(longest) == longest);
#ifdef WRONG
  assert(longest < 3);
#else
  assert(longest < 4);
#endif
  return 0;
}
