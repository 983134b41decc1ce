// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
#include <pthread.h>
#include <string.h>

static char name[16] = "anna";

static void *rename_it(void *arg) {
  (void)arg;
  strcpy(name, "barbara");
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, rename_it, NULL);
  size_t n = strlen(name);
  pthread_join(t, NULL);
  return n > 16;
}
