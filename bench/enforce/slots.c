// SPDX-License-Identifier: GPL-3.0-or-later
// Each thread keeps account in its own slot of a table, and works for a millisecond in between. Nobody looks at the slot of
// somebody else; but only who knows the index that each thread has can tell.
#include <pthread.h>
#include <unistd.h>

static struct {
  pthread_mutex_t lock;
  unsigned begun, done;
} slot[2] = {{PTHREAD_MUTEX_INITIALIZER, 0, 0}, {PTHREAD_MUTEX_INITIALIZER, 0, 0}};

static void *work(void *number) {
  long me = (long)number;
  for (;;) {
    pthread_mutex_lock(&slot[me].lock);
    slot[me].begun++;
    usleep(1000);
    slot[me].done++;
    pthread_mutex_unlock(&slot[me].lock);
  }
  return number;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, (void *)1);
  work((void *)0);
  return 0;
}
