// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: induction
// variant: -DFORGOTTEN => unreach-call=true|unknown no-data-race=unknown
// A server: threads for ever, each with a loop of its own, and what they share is under a mutex.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int free_slots = 8, used_slots;

static void *serve(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (free_slots > 0) {
      free_slots--;
      used_slots++;
    }
    assert(free_slots + used_slots == 8);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (used_slots > 0) {
      used_slots--;
      free_slots++;
    }
    pthread_mutex_unlock(&m);
#ifdef FORGOTTEN
    if (free_slots == 0) return unused;
#endif
  }
}

int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, NULL, serve, NULL);
  }
}
