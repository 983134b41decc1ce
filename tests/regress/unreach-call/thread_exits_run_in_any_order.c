// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true no-deadlock=true
// line: 23
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t key;
static atomic_int order;

static void on_exit_of_thread(void *p) { *(int *)p = atomic_fetch_add(&order, 1); }

static void *worker(void *arg) {
  pthread_setspecific(key, arg);
  return NULL;
}
int main(void) {
  pthread_t t[2];
  int turn[2];
  pthread_key_create(&key, on_exit_of_thread);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &turn[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(turn[0] < turn[1]);
  return 0;
}
