// SPDX-License-Identifier: GPL-3.0-or-later
// The thread that reads may fill its whole block, and the other half of the block belongs to another thread.
// expect: no-data-race=false
// engines: explore
// line: 19
// variant: -DFIXED => no-data-race=unknown
#include <pthread.h>
#include <unistd.h>

#ifdef FIXED
enum { kHalf = 32 };
#else
enum { kHalf = 33 };
#endif

static char block[64];

static void *writer(void *unused) {
  block[32] = 'x';
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  ssize_t n = read(0, block, kHalf);
  pthread_join(t, NULL);
  return n < 0;
}
