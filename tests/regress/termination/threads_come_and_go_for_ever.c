// SPDX-License-Identifier: GPL-3.0-or-later
// In the loop there are now two threads and now one.
// expect: termination=false
// engines: explore; auto
// replay: a thread must get the handle that an earlier thread had
#include <pthread.h>

static void *nothing(void *unused) {
  return unused;
}

int main(void) {
  pthread_t thread;
  for (;;) {
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
  }
}
