// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore; bmc-order
// variant: -DONCE => no-deadlock=false
// variant: -DFEW => no-deadlock=false
// variant: --no-symmetry => unreach-call=true no-data-race=true no-deadlock=true
// engines: explore 178 states
// A signal for each token: who is woken finds one, or somebody else who took it had no need to sleep. There is no deadlock; to see that,
// bmc-order counts how often each of the two is woken. With ONCE two tokens come with one signal, with FEW there is one token for two.
#include <pthread.h>

static int tokens;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;

static void *take(void *unused) {
  pthread_mutex_lock(&lock);
  while (tokens == 0) pthread_cond_wait(&more, &lock);
  tokens--;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void give(int n) {
  pthread_mutex_lock(&lock);
  tokens += n;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, take, NULL);
  pthread_create(&two, NULL, take, NULL);
#if defined(ONCE)
  give(2);
#elif defined(FEW)
  give(1);
#else
  give(1);
  give(1);
#endif
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
