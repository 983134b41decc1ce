// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 11
#include <pthread.h>

static int cells[6];

static void *fill(void *arg) {
  int *part = arg;
  for (int i = 0; i <= 3; i++)
    if (part + i < cells + 6) part[i] = i;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, fill, cells);
  pthread_create(&b, NULL, fill, cells + 3);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
