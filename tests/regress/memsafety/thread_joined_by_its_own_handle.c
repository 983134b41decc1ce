// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=unknown no-deadlock=true unreach-call=true
// Every thread is joined by the handle that its creation gave.
#include <pthread.h>

static void *work(void *arg) { return arg; }

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_join(first, 0);
  pthread_create(&second, 0, work, 0);
  pthread_join(second, 0);
  return 0;
}
