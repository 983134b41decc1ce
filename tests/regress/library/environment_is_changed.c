// SPDX-License-Identifier: GPL-3.0-or-later
// What the program sets, it finds; other variables are any. A change races with every other use.
// expect: unreach-call=true no-data-race=true
// variant: -DOTHER => unreach-call=false
// variant: -DBOTH => no-data-race=false
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *use(void *unused) {
#ifdef BOTH
  setenv("NAME", "other", 1);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  assert(setenv("NAME", "value", 1) == 0 && strcmp(getenv("NAME"), "value") == 0);
  assert(setenv("NAME", "other", 0) == 0 && strcmp(getenv("NAME"), "value") == 0);
  assert(unsetenv("NAME") == 0 && getenv("NAME") == NULL);
  assert(setenv("A=B", "", 1) == -1 && errno == EINVAL);
  setenv("OTHER", "set", 0);
  const char *other = getenv("OTHER");
  assert(other != NULL);
#ifdef OTHER
  assert(atoi(other) != 7);
#endif
  pthread_create(&t, NULL, use, NULL);
  getenv("NAME");
  pthread_join(t, NULL);
  return 0;
}
