// SPDX-License-Identifier: GPL-3.0-or-later
// flockfile excludes other threads, and its owner may take it again. The functions without a lock race.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DUNLOCKED => no-data-race=false
// variant: -DKEPT => no-deadlock=false
// variant: -DTRY => unreach-call=false
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int lines;

static void *print(void *unused) {
#ifdef TRY
  assert(ftrylockfile(stdout) == 0);
#elif !defined UNLOCKED
  flockfile(stdout);
  flockfile(stdout);
  lines++;
#endif
  fputs_unlocked("line", stdout);
  putc_unlocked('\n', stdout);
#ifndef UNLOCKED
#ifndef TRY
  funlockfile(stdout);
#endif
#ifndef KEPT
  funlockfile(stdout);
#endif
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, print, NULL);
  print(NULL);
  pthread_join(t, NULL);
#if !defined UNLOCKED && !defined TRY
  assert(lines == 2);
#endif
  const char *dot = strchrnul("name", '.');
  assert(*dot == 0 && *strchrnul("a.b", '.') == '.');
  return 0;
}
