// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// variant: -DNAMES => no-data-race=true
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

double roundeven(double x);

static void *work(void *unused) {
  char name[16], date[26];
  time_t now = 0;
  if (pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcoll(name, "worker") < 0) puts(name);
  if (ctime_r(&now, date)) puts(date);
  return unused;
}

int main(void) {
#ifdef NAMES
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
#else
  struct in_addr a;
  assert(llrint(2.5) == 2 && llrint(-3.5) == -4 && roundeven(0.5) == 0 && roundeven(1.5) == 2);
  assert(imaxabs(-7) == 7 && isascii('x') && !isascii(200) && toascii(200) == 72);
  assert(inet_aton("10.1.2.3", &a) == 1 && ((unsigned char *)&a)[0] == 10 && ((unsigned char *)&a)[3] == 3);
  assert(strcoll("same", "same") == 0);
  FILE *f = fopen("names", "r");
  if (f && fseeko(f, 0, SEEK_END) == 0) assert(ftello(f) >= -1);
#endif
}
