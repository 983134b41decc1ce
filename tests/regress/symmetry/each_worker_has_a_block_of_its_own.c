// SPDX-License-Identifier: GPL-3.0-or-later
// The workers get a block each, from one call of malloc in a loop, so they count as started alike. Main reads a block
// as soon as it has joined the thread that wrote it. If another worker could be joined in its place, that would be a
// race.
// expect: no-data-race=true unreach-call=true no-deadlock=true
// engines: explore
// variant: -DNEXT => no-data-race=false
// engines: explore
// variant: -DSAME => unreach-call=false
// engines: explore
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct part {
  int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tickets;

static void *worker(void *argument) {
  struct part *part = argument;
  pthread_mutex_lock(&lock);
  int mine = tickets++;
  pthread_mutex_unlock(&lock);
  part->value = 7 + mine;
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  struct part *parts[3];
  for (int i = 0; i < 3; i++) {
    parts[i] = malloc(sizeof *parts[i]);
    if (!parts[i]) abort();
    pthread_create(&threads[i], NULL, worker, parts[i]);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
#ifdef NEXT
    assert(parts[(i + 1) % 3]->value >= 0);
#elif defined SAME
    assert(parts[i]->value == 7 + i);
#else
    assert(parts[i]->value >= 7 && parts[i]->value <= 9);
#endif
  }
  return 0;
}
