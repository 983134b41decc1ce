// SPDX-License-Identifier: GPL-3.0-or-later
// A cache in front of a slow store, used by two threads with keys that are inputs. Every line has its lock; hits and
// the clock that chooses whom to evict have none.
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define LINES 2
#ifndef LOOKUPS
#define LOOKUPS 3
#endif

static struct {
  pthread_mutex_t lock;
  unsigned char key, value, valid;
} lines[LINES];
static unsigned char store[8];
static unsigned hits, hand;

static unsigned char get(unsigned char key) {
  unsigned at = key % LINES;
  pthread_mutex_lock(&lines[at].lock);
  if (lines[at].valid && lines[at].key == key) {
    hits++;
  } else {
    lines[at].key = key;
    lines[at].value = store[key];
    lines[at].valid = 1;
    hand = at;
  }
  unsigned char value = lines[at].value;
  pthread_mutex_unlock(&lines[at].lock);
  return value;
}

static void *user(void *unused) {
  unsigned sum = 0;
  for (int k = 0; k < LOOKUPS; k++) sum += get(__VERIFIER_nondet_uchar() % 8);
  return sum ? unused : 0;
}

int main(void) {
  pthread_t other;
  for (int k = 0; k < LINES; k++) pthread_mutex_init(&lines[k].lock, 0);
  pthread_create(&other, 0, user, 0);
  user(0);
  pthread_join(other, 0);
  return hits > 2 * LOOKUPS;
}
