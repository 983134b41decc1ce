// SPDX-License-Identifier: GPL-3.0-or-later
// Termination asks for executions that keep stepping; a thread that waits for ever is a deadlock, and only that.
// expect: termination=true no-deadlock=false
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&condition, &lock);
  pthread_mutex_unlock(&lock);
}
