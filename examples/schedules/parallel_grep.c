// SPDX-License-Identifier: GPL-3.0-or-later
// How often is WORD in FILES, which are in this directory? In the manner of pfscan: one thread puts the names of the files into a queue, two
// workers take them out, read the files and count. The queue has room for QUEUE names; who finds it full, or empty, sleeps.
// The search itself is in a library (search/matches_in.c). It is the business of one thread alone, and Heddle takes our word for
// that: --harmless.
//   clang-19 -O2 -c examples/schedules/search/matches_in.c -o build/matches_in.o && ar rcs build/libsearch.a build/matches_in.o
//   ./heddle schedule --first --harmless matches_in -o build/safe examples/schedules/parallel_grep.c -- -L build -l search
//   ./heddle run --schedule build/safe/ivr-001.json
// First safe schedule: the workers take their files in turns.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#ifndef QUEUE
#define QUEUE 2
#endif
#ifndef FILES
#define FILES "file0", "file1", "file2", "file3", "file4", "file5", "file6", "file7"
#endif
#ifndef WORD
#define WORD "needle"
#endif

long matches_in(const char *file, const char *word);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static const char *const files[] = {FILES};
static const char *queue[QUEUE];
static int first, count, closed;
static long total;

static void put(const char *name) {
  pthread_mutex_lock(&lock);
  while (count == QUEUE) pthread_cond_wait(&changed, &lock);
  assert(count < QUEUE);
  queue[(first + count) % QUEUE] = name;
  count++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static const char *take(void) {  // null: there are no more
  pthread_mutex_lock(&lock);
  while (count == 0 && !closed) pthread_cond_wait(&changed, &lock);
  const char *name = NULL;
  if (count > 0) {
    name = queue[first];
    first = (first + 1) % QUEUE;
    count--;
    pthread_cond_broadcast(&changed);
  }
  pthread_mutex_unlock(&lock);
  return name;
}

static void *search(void *unused) {
  const char *name;
  while ((name = take())) {
    long found = matches_in(name, WORD);
    pthread_mutex_lock(&lock);
    total += found;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, search, NULL);
  pthread_create(&two, NULL, search, NULL);
  for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) put(files[i]);
  pthread_mutex_lock(&lock);
  closed = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  printf("%ld\n", total);
  return 0;
}
