// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static atomic_int created, destroyed;

static void destroy(void *p) { destroyed += *(int *)p; }
static void init(void) {
  assert(tss_create(&key, destroy) == thrd_success);
  created++;
}
static int worker(void *arg) {
  call_once(&once, init);
  assert(tss_get(key) == NULL);
  assert(tss_set(key, arg) == thrd_success);
  if (*(int *)arg == 2) thrd_exit(20);
  return 10;
}
int main(void) {
  thrd_t t[2];
  int ids[2] = {1, 2}, results[2];
  for (int i = 0; i < 2; i++) thrd_create(&t[i], worker, &ids[i]);
  for (int i = 0; i < 2; i++) thrd_join(t[i], &results[i]);
  assert(results[0] == 10 && results[1] == 20);
  assert(created == 1 && destroyed == 3);
  return 0;
}
