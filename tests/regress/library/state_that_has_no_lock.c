// SPDX-License-Identifier: GPL-3.0-or-later
// Some functions keep a state for all threads and have no lock for it (POSIX.1-2017, 2.9.1): two calls at once race.
// expect: no-data-race=true
// engines: auto
// variant: -DCALL=lrand48() => no-data-race=false
// variant: -DCALL=srand48(1) => no-data-race=false
// variant: -DCALL=ctime(&now) => no-data-race=false
// variant: -DCALL=setlocale(LC_ALL,name) => no-data-race=false
// variant: -DCALL=ctime(&now) -DMAIN=localtime(&now) => no-data-race=false
// variant: -DCALL=asctime(&date) -DMAIN=text[0] => no-data-race=false
// variant: -DCALL=setlocale(LC_ALL,0) => no-data-race=true
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#ifndef CALL
#define CALL rand()
#endif
#ifndef MAIN
#define MAIN CALL
#endif

static const time_t now = 5;
static struct tm date;
static const char name[] = "";

static void *call(void *a) {
  (void)CALL;
  return a;
}

int main(void) {
  pthread_t thread;
  volatile char *text = asctime(&date);
  pthread_create(&thread, NULL, call, NULL);
  (void)MAIN;
  pthread_join(thread, NULL);
  (void)text;
  return 0;
}
