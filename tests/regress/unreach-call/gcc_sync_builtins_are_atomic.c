// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

static int counter, owner, bits = 0xf0;
static int guarded;

static void *worker(void *arg) {
  int me = (int)(long)arg;
  __sync_fetch_and_add(&counter, 2);
  assert(__sync_sub_and_fetch(&counter, 1) >= 1);
  __sync_fetch_and_or(&bits, me);
  while (!__sync_bool_compare_and_swap(&owner, 0, me)) {
  }
  guarded += me;
  __sync_lock_release(&owner);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *)1L);
  pthread_create(&b, NULL, worker, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2 && bits == 0xf3 && guarded == 3);
  assert(__sync_val_compare_and_swap(&counter, 5, 7) == 2 && counter == 2);
  return 0;
}
