// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads that need both locks and are too polite: whoever finds the second one taken gives back the first and tries
// again. There is no deadlock, yet both can step aside for each other for ever: a livelock.
//   ./heddle check --property termination examples/polite.c
#include <pthread.h>

static pthread_mutex_t spoon = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t knife = PTHREAD_MUTEX_INITIALIZER;

static void take_both(pthread_mutex_t *mine, pthread_mutex_t *other) {
  for (;;) {
    pthread_mutex_lock(mine);
    if (pthread_mutex_trylock(other) == 0) return;
    pthread_mutex_unlock(mine);
  }
}

static void *eat_soup(void *unused) {
  (void)unused;
  take_both(&spoon, &knife);
  pthread_mutex_unlock(&knife);
  pthread_mutex_unlock(&spoon);
  return NULL;
}

static void *eat_bread(void *unused) {
  (void)unused;
  take_both(&knife, &spoon);
  pthread_mutex_unlock(&spoon);
  pthread_mutex_unlock(&knife);
  return NULL;
}

int main(void) {
  pthread_t soup, bread;
  pthread_create(&soup, NULL, eat_soup, NULL);
  pthread_create(&bread, NULL, eat_bread, NULL);
  pthread_join(soup, NULL);
  pthread_join(bread, NULL);
  return 0;
}
