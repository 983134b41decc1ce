// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int table_size;
static int initialised;

static int get_size(void) {
  if (!atomic_load(&ready)) {
    pthread_mutex_lock(&lock);
    if (!atomic_load(&ready)) {
      initialised++;
      table_size = 64;
      atomic_store(&ready, 1);
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
  assert(initialised == 1);
  return 0;
}
