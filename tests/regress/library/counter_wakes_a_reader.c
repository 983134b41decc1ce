// SPDX-License-Identifier: GPL-3.0-or-later
// eventfd: who reads a counter at 0 waits, and what was written before is ordered before what is read then.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DNOBODY_WRITES => no-deadlock=false
// variant: -DDO_NOT_WAIT => no-data-race=false
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int counter, data;

static void *reader(void *unused) {
  uint64_t n;
  if (read(counter, &n, sizeof n) == sizeof n) assert(n == 3);
  assert(data == 1);
  return unused;
}

int main(void) {
  pthread_t t;
#ifdef DO_NOT_WAIT
  counter = eventfd(0, EFD_NONBLOCK);
#else
  counter = eventfd(0, EFD_CLOEXEC);
#endif
  pthread_create(&t, NULL, reader, NULL);
  uint64_t three = 3;
  data = 1;
#ifndef NOBODY_WRITES
  write(counter, &three, sizeof three);
#endif
  pthread_join(t, NULL);
  close(counter);
  return 0;
}
