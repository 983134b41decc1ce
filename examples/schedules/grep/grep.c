// SPDX-License-Identifier: GPL-3.0-or-later
// A grep with a pool of threads, in the manner of pfscan: one thread puts files into a queue, two workers take them and
// count how often a word is in them. Standard input: the word, then names of files, a line each. files.c has what reads
// them; Heddle is told that its functions only return something.
// First safe schedule: nobody ever sleeps while there is a file in the queue and a worker that could search it.
//   clang-19 -O2 -c -o build/files.o examples/schedules/grep/files.c && ar rcs build/libfiles.a build/files.o
//   ./heddle schedule --first --harmless next_file,search -o build/safe \
//     examples/schedules/grep/grep.c -- -Lbuild -lfiles
//   (echo word; ls *.txt) | ./heddle run --schedule build/safe/ivr-001.json --opt 2
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#ifndef SIZE
#define SIZE 16
#endif

int next_file(void);    // its number; negative: there is no other one
long search(int file);  // how often the word is in it

static int queue[SIZE];
static int count;
static bool done;
static long found;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;

static void put(int file) {
  pthread_mutex_lock(&lock);
  while (count == SIZE) pthread_cond_wait(&not_full, &lock);
  queue[count] = file;
  count++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
}

static bool take(int *file) {
  bool some = false;
  pthread_mutex_lock(&lock);
  while (count == 0 && !done) pthread_cond_wait(&not_empty, &lock);
  if (count > 0) {
    count--;
    *file = queue[count];
    some = true;
    pthread_cond_signal(&not_full);
  }
  pthread_mutex_unlock(&lock);
  return some;
}

static void *work(void *unused) {
  int file;
  while (take(&file)) {
    long here = search(file);
    pthread_mutex_lock(&lock);
    found += here;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  for (int file; (file = next_file()) >= 0;) put(file);
  pthread_mutex_lock(&lock);
  done = true;
  pthread_cond_broadcast(&not_empty);
  pthread_mutex_unlock(&lock);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  printf("%ld\n", found);
  return 0;
}
