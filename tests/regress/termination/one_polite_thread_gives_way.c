// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true no-data-race=true unreach-call=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int inside;

static void *bold(void *arg) {
  (void)arg;
  wants[0] = 1;
  while (wants[1]) {
  }
  inside++;
  wants[0] = 0;
  return NULL;
}
static void *polite(void *arg) {
  (void)arg;
  wants[1] = 1;
  while (wants[0]) {
    wants[1] = 0;
    while (wants[0]) {
    }
    wants[1] = 1;
  }
  inside++;
  wants[1] = 0;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, bold, NULL);
  pthread_create(&b, NULL, polite, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(inside == 2);
  return 0;
}
