// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=unknown
// variant: -DHARMLESS => no-data-race=true
// variant: -DWITH_MEMCPY => no-data-race=unknown
// variant: -DWITH_MEMCPY -DHARMLESS => no-data-race=true
// variant: -DWITH_REALLOC => no-data-race=unknown
// What is copied from memory that was never initialised is not initialised either: in two steps, and where the copy is
// a static object.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct settings {
  int size, careful;
};
static struct settings settings;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *run(void *unused) {
#ifdef HARMLESS
  const int careful = settings.careful ? 1 : 2;
#else
  const int careful = settings.careful;
#endif
  if (careful) pthread_mutex_lock(&lock);
  count++;
  if (careful) pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  struct settings *heap = malloc(sizeof *heap), between;
  heap->size = 5;
#ifdef WITH_REALLOC
  heap = realloc(heap, 2 * sizeof *heap);
  heap->careful = 1;
  settings = heap[1];
#elif defined(WITH_MEMCPY)
  memcpy(&between, heap, sizeof between);
  memcpy(&settings, &between, sizeof settings);
#else
  between = *heap;
  settings = between;
#endif
  pthread_t one, two;
  pthread_create(&one, NULL, run, NULL);
  pthread_create(&two, NULL, run, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
