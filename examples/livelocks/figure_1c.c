// SPDX-License-Identifier: GPL-3.0-or-later
// Figure 1c of Atig, Bouajjani, Emmi, Lal: "Detecting Fair Non-Termination in Multithreaded Programs", CAV 2012: a
// thread reads a number, computes another one from it, and writes that only if nobody has changed the first one
// meanwhile. As long as somebody always does, it tries again. `done` is ours: without it the other thread could go on
// alone for ever, and nobody would learn anything from that.
//
// expected: termination false
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

static int number;
static atomic_bool done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int read_number(void) {
  pthread_mutex_lock(&lock);
  int n = number;
  pthread_mutex_unlock(&lock);
  return n;
}

static void *changes(void *unused) {
  while (!done) {
    pthread_mutex_lock(&lock);
    number = __VERIFIER_nondet_int();
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *updates(void *unused) {
  for (;;) {
    int before = read_number();
    int after = before / 2 + 1;
    pthread_mutex_lock(&lock);
    if (number == before) {
      number = after;
      pthread_mutex_unlock(&lock);
      done = true;
      return unused;
    }
    pthread_mutex_unlock(&lock);
  }
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, changes, NULL);
  pthread_create(&two, NULL, updates, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
