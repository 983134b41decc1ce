// SPDX-License-Identifier: GPL-3.0-or-later
// Each thread has a part of its own, and main reads a part as soon as it has joined the thread that wrote it. That is
// no race, and would be one if another thread of the same function could be joined in its place.
// expect: no-data-race=true unreach-call=true no-deadlock=true
// engines: explore
// variant: -DNEXT => no-data-race=false
// engines: explore
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int parts[3];

static void *worker(void *part) {
  *(int *)part = 7;
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, &parts[i]);
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
#ifdef NEXT
    assert(parts[(i + 1) % 3] >= 0);
#else
    assert(parts[i] == 7);
#endif
  }
}
