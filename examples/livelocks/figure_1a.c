// SPDX-License-Identifier: GPL-3.0-or-later
// Figure 1a of Atig, Bouajjani, Emmi, Lal: "Detecting Fair Non-Termination in Multithreaded Programs", CAV 2012, with
// the first assignment before the threads start. A thread waits for another one's word. It would wait for ever if the
// other one never ran; but then the other one could run all the time and does not, which is not fair.
//
// expected: termination true
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool go = false;

static void *waits(void *unused) {
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
