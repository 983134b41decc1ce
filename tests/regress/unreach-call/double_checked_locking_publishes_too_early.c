// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int table_size;

static int get_size(void) {
  if (!atomic_load(&ready)) {
    pthread_mutex_lock(&lock);
    if (!atomic_load(&ready)) {
      atomic_store(&ready, 1);
      table_size = 64;
    }
    pthread_mutex_unlock(&lock);
  }
  return table_size;
}
static void *user(void *arg) {
  (void)arg;
  assert(get_size() == 64);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
