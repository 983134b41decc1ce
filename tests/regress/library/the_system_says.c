// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that the system gives are any that it may give; variables of the environment stay as they are.
// expect: unreach-call=true
// variant: -DONE => unreach-call=false
// variant: -DVARIABLE => unreach-call=false
// variant: --32 => unreach-call=true
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  assert(n >= 1 && sysconf(_SC_PAGESIZE) == 4096);
#ifdef ONE
  assert(n == 1);
#endif
  assert(gettid() > 0 && gettid() == gettid());
  struct rlimit limit;
  assert(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  assert(sched_get_priority_max(SCHED_FIFO) == 99);
  char *p = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(p != MAP_FAILED && p[99] == 0);
  munmap(p, 100);
  time_t now = time(NULL);
  struct tm *date = localtime(&now);
  assert(date->tm_mon < 12 && difftime(5, 2) == 3);
  const char *name = getenv("NAME");
  assert((name == NULL) == (getenv("NAME") == NULL));
#ifdef VARIABLE
  assert(name == NULL || atoi(name) != 7);
#endif
  return 0;
}
