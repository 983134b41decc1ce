// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: explore; bmc-order
// variant: -DOVER => unreach-call=unknown
// variant: --no-symmetry => unreach-call=true no-data-race=true
// engines: explore 35 states
// Bytes are copied into a struct that has a lock, too: not over it, unless they are.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static struct {
  char data[8];
  size_t used;
  pthread_mutex_t lock;
} buffer = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *append(void *arg) {
  pthread_mutex_lock(&buffer.lock);
  memcpy(buffer.data + buffer.used, arg, 2);
  buffer.used += 2;
#ifdef OVER
  pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
  memcpy(&buffer.lock, &fresh, sizeof fresh);
#endif
  pthread_mutex_unlock(&buffer.lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, append, "ab");
  pthread_create(&b, 0, append, "ab");
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(buffer.used == 4 && memcmp(buffer.data, "abab", 4) == 0);
  return 0;
}
