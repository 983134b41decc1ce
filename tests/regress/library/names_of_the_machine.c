// SPDX-License-Identifier: GPL-3.0-or-later
// uname gives any texts, each with its end.
// expect: unreach-call=unknown
// variant: -DSHORT => unreach-call=false
// variant: -DRACE => no-data-race=false
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/utsname.h>

static struct utsname names;

static void *look(void *unused) {
#ifdef RACE
  names.sysname[0] = 'x';
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, look, NULL);
  uname(&names);
  pthread_join(t, NULL);
#ifdef SHORT
  assert(names.machine[0] != 'x');
#else
  assert(strlen(names.release) < sizeof names.release);
#endif
  return 0;
}
