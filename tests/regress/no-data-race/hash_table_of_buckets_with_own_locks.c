// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true no-deadlock=true unreach-call=true valid-memsafety=true|unknown
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { BUCKETS = 2 };
struct entry {
  int key, value;
  struct entry *next;
};
static struct bucket {
  pthread_mutex_t lock;
  struct entry *first;
} table[BUCKETS];

static void put(int key, int value) {
  struct bucket *b = &table[key % BUCKETS];
  pthread_mutex_lock(&b->lock);
  struct entry *e = b->first;
  while (e && e->key != key) e = e->next;
  if (!e) {
    e = malloc(sizeof *e);
    if (!e) abort();
    e->key = key;
    e->next = b->first;
    b->first = e;
  }
  e->value = value;
  pthread_mutex_unlock(&b->lock);
}
static void *worker(void *arg) {
  int start = *(int *)arg;
  put(start, start * 10);
  put(5, 50);
  return NULL;
}
int main(void) {
  pthread_t t[2];
  int starts[2] = {3, 4}, entries = 0;
  for (int i = 0; i < BUCKETS; i++) pthread_mutex_init(&table[i].lock, NULL);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &starts[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < BUCKETS; i++)
    while (table[i].first) {
      struct entry *e = table[i].first;
      assert(e->value == e->key * 10 && e->key % BUCKETS == i);
      table[i].first = e->next;
      free(e);
      entries++;
    }
  assert(entries == 3);
  return 0;
}
