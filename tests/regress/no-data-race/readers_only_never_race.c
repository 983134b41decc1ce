// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true no-deadlock=true
#include <pthread.h>

static const int primes[4] = {2, 3, 5, 7};
static int base = 10;

static void *sum(void *arg) {
  int *out = arg;
  *out = base;
  for (int i = 0; i < 4; i++) *out += primes[i];
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int x, y;
  pthread_create(&a, NULL, sum, &x);
  pthread_create(&b, NULL, sum, &y);
  int z = base;
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return x - y + z - 10;
}
