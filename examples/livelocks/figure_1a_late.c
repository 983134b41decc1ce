// SPDX-License-Identifier: GPL-3.0-or-later
// Figure 1a of Atig, Bouajjani, Emmi, Lal (CAV 2012) word for word. The paper says that no fair execution of it is
// endless; but if the second thread is done before the first one begins, then its word is overwritten, and the first
// one waits for ever. Compare figure_1a.c.
//
// expected: termination false
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool go;

static void *waits(void *unused) {
  go = false;
  while (!go) {
  }
  return unused;
}

static void *says_go(void *unused) {
  go = true;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, waits, NULL);
  pthread_create(&two, NULL, says_go, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
