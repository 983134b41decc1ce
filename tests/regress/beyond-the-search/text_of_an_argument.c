// SPDX-License-Identifier: GPL-3.0-or-later
// A search stops at the text of an argument that is longer than it knows; what every text leads to is safe all the same.
// expect: no-data-race=true no-deadlock=true unreach-call=true
// variant: -DUNLOCKED => no-data-race=unknown|false
// variant: -DNEVER_UNLOCKED => no-deadlock=unknown|false
#include <pthread.h>
#include <string.h>

static int n, verbose;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
#ifdef UNLOCKED
  if (!verbose) pthread_mutex_lock(&m);
  n++;
  if (!verbose) pthread_mutex_unlock(&m);
#else
  pthread_mutex_lock(&m);
  n++;
#ifdef NEVER_UNLOCKED
  if (verbose) return unused;
#endif
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], "--a-long-name-of-an-option")) verbose = 1;
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(t + i, NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
