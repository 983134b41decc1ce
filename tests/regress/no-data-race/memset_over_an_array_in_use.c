// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
#include <pthread.h>
#include <string.h>

static char buffer[16];

static void *clear(void *arg) {
  (void)arg;
  memset(buffer, 0, sizeof buffer);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, clear, NULL);
  char seen = buffer[9];
  pthread_join(t, NULL);
  return seen;
}
