// SPDX-License-Identifier: GPL-3.0-or-later
// Names, addresses, attributes, limits of time: the library reads them where it is given them, so another thread that
// writes them meanwhile races.
// expect: no-data-race=true
// engines: auto
// variant: -DCALL=puts(text) => no-data-race=false
// variant: -DCALL=print(text) => no-data-race=false
// variant: -DCALL=format(of_string,text) => no-data-race=false
// variant: -DCALL=open(text,O_RDONLY) => no-data-race=false
// variant: -DCALL=fopen(name,text) => no-data-race=false
// variant: -DCALL=rename(name,text) => no-data-race=false
// variant: -DCALL=opendir(text) => no-data-race=false
// variant: -DCALL=inet_addr(text) => no-data-race=false
// variant: -DCALL=openlog(text,0,0) => no-data-race=false
// variant: -DCALL=prctl(PR_SET_NAME,text) => no-data-race=false
// variant: -DCALL=bind(3,(void*)text,2) => no-data-race=false
// variant: -DCALL=setsockopt(3,1,2,text,4) => no-data-race=false
// variant: -DCALL=fcntl(3,F_SETLK,&lock) -DWRITE=lock.l_type=1 => no-data-race=false
// variant: -DCALL=ppoll(&descriptor,1,&moment,0) -DWRITE=moment.tv_sec=1 => no-data-race=false
// variant: -DCALL=sched_setparam(0,&priority) -DWRITE=priority.sched_priority=1 => no-data-race=false
// variant: -DCALL=pthread_attr_setstacksize(&attributes,65536) -DWRITE=pthread_attr_destroy(&attributes) => no-data-race=false
// variant: -DCALL=pthread_attr_setdetachstate(&attributes,0) -DWRITE=pthread_create(&other,&attributes,nothing,0) => no-data-race=false
// variant: -DCALL=pthread_cond_init(&condition,&of_condition) -DWRITE=pthread_condattr_setclock(&of_condition,0) => no-data-race=false
// variant: -DCALL=localtime(&now) -DWRITE=now=1 --32 => no-data-race=false
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <syslog.h>
#include <time.h>
#ifndef CALL
#define CALL puts("text")
#endif
#ifndef WRITE
#define WRITE text[0] = 'a'
#endif

char text[4] = "abc";
const char name[] = "file", of_string[] = "%s";
int (*print)(const char *) = puts, (*format)(const char *, ...) = printf;
struct flock lock;
struct pollfd descriptor;
struct timespec moment;
struct sched_param priority;
time_t now;
pthread_attr_t attributes;
pthread_condattr_t of_condition;
pthread_cond_t condition;
pthread_t other;

static void *nothing(void *a) { return a; }
static void *call(void *a) {
  CALL;
  return a;
}

int main(void) {
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_condattr_init(&of_condition);
  pthread_create(&thread, NULL, call, NULL);
  WRITE;
  pthread_join(thread, NULL);
  (void)nothing;
  return 0;
}
