// SPDX-License-Identifier: GPL-3.0-or-later
// In some schedules a null pointer is read: these are no schedules, and nobody says that all are safe.
// expect: unknown some safe
#include <assert.h>
#include <pthread.h>
static int value;
static int *_Atomic p;
static void *use(void *unused) {
  int *q = p;
  if (*q != 0) assert(0);
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, use, 0);
  p = &value;
  pthread_join(a, 0);
  return 0;
}
