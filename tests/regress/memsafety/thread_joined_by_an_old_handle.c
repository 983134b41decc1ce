// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false no-deadlock=unknown unreach-call=unknown
// The second thread may be known by another number than the first one: the old handle names nobody.
#include <pthread.h>

static void *work(void *arg) { return arg; }

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_join(first, 0);
  pthread_create(&second, 0, work, 0);
  pthread_join(first, 0);
  return 0;
}
