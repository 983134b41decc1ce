// SPDX-License-Identifier: GPL-3.0-or-later
#include <assert.h>
#include <pthread.h>

static int hits;

static void *visit(void *unused) {
  hits++;
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, visit, NULL);
  visit(NULL);
  pthread_join(other, NULL);
  assert(hits == 2);
}
