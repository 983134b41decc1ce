// SPDX-License-Identifier: GPL-3.0-or-later
// Three threads pass numbers on: read, double, add up. Each pair of neighbours has a buffer of one number with a
// lock; a stage that finds nothing tries again a few times. The number of items under way has no lock.
#include <pthread.h>

#ifndef TRIES
#define TRIES 3
#endif

static struct {
  pthread_mutex_t lock;
  int full, item;
} buffers[2];
static int under_way, sum;

static int put(int b, int item) {
  int done = 0;
  pthread_mutex_lock(&buffers[b].lock);
  if (!buffers[b].full) {
    buffers[b].full = done = 1;
    buffers[b].item = item;
  }
  pthread_mutex_unlock(&buffers[b].lock);
  return done;
}

static int get(int b) {
  int item = 0;
  pthread_mutex_lock(&buffers[b].lock);
  if (buffers[b].full) {
    buffers[b].full = 0;
    item = buffers[b].item;
  }
  pthread_mutex_unlock(&buffers[b].lock);
  return item;
}

static void *doubles(void *unused) {
  for (int k = 0; k < TRIES; k++) {
    int item = get(0);
    if (item) put(1, 2 * item);
  }
  return unused;
}

static void *adds(void *unused) {
  for (int k = 0; k < TRIES; k++) {
    int item = get(1);
    sum += item;
    if (item) under_way--;
  }
  return unused;
}

int main(void) {
  pthread_t second, third;
  for (int k = 0; k < 2; k++) pthread_mutex_init(&buffers[k].lock, 0);
  pthread_create(&second, 0, doubles, 0);
  pthread_create(&third, 0, adds, 0);
  for (int k = 1; k <= TRIES; k++)
    if (put(0, k)) under_way++;
  pthread_join(second, 0);
  pthread_join(third, 0);
  return sum;
}
