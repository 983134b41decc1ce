// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true unreach-call=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char name[8] = "ann";

static void *rename_it(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  strcpy(name, "bo");
  strcat(name, "b");
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, rename_it, NULL);
  pthread_mutex_lock(&lock);
  assert(strlen(name) == 3 && (!strcmp(name, "ann") || !strcmp(name, "bob")));
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
