// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false
// line: 20
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int value = 4;
static _Atomic(int *) current = &value;

static void *clear(void *arg) {
  (void)arg;
  current = NULL;
  return NULL;
}
int main(void) {
  pthread_t t;
  int sum = 0;
  pthread_create(&t, NULL, clear, NULL);
  if (current) sum += *current;
  pthread_join(t, NULL);
  return sum;
}
