// SPDX-License-Identifier: GPL-3.0-or-later
// readv writes the blocks and writev reads them; ioctl writes what it is asked for.
// expect: unreach-call=true
// variant: -DREADS => no-data-race=false
// variant: -DWRITES => no-data-race=false
// variant: -DSOMETHING => unreach-call=false
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/uio.h>

static char block[4], other[2];

static void *touch(void *unused) {
#if defined READS || defined WRITES
  block[1] = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  struct iovec parts[2] = {{other, sizeof other}, {block, sizeof block}};
  pthread_create(&t, NULL, touch, NULL);
#ifdef WRITES
  writev(1, parts, 2);
#endif
#ifdef READS
  readv(0, parts, 2);
#endif
  ssize_t n = readv(0, parts, 1);
  assert(n >= -1 && n <= 2);
  int left = 0;
  ioctl(0, FIONREAD, &left);
  assert(left >= 0);
#ifdef SOMETHING
  assert(left == 0);
#endif
  pthread_join(t, NULL);
  return 0;
}
