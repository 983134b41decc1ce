// SPDX-License-Identifier: GPL-3.0-or-later
// Figure 1b of Atig, Bouajjani, Emmi, Lal: "Detecting Fair Non-Termination in Multithreaded Programs", CAV 2012: two
// threads undo each other's work, for ever.
//
// expected: termination false
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool flag;

static void *clears(void *unused) {
  while (flag) flag = false;
  return unused;
}

static void *sets(void *unused) {
  while (!flag) flag = true;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, clears, NULL);
  pthread_create(&two, NULL, sets, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
