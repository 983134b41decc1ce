// SPDX-License-Identifier: GPL-3.0-or-later
// What the standards let fail may fail, and wrong arguments are refused.
// expect: unreach-call=true
// variant: -DWRONG=1 => unreach-call=false
// variant: -DWRONG=2 => unreach-call=false
// variant: -DWRONG=3 => unreach-call=false
// variant: -DWRONG=4 => unreach-call=false
// variant: -DWRONG=5 => unreach-call=false
// variant: -DWRONG=6 => unreach-call=false
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

int main(void) {
#if !defined WRONG
  struct timespec wrong = {0, -1}, right = {0, 1};
  assert(nanosleep(&wrong, NULL) == -1 && errno == EINVAL && nanosleep(&right, NULL) == 0);
  assert(clock_nanosleep(77, 0, &right, NULL) == EINVAL);
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  assert(pthread_attr_setstacksize(&attr, 1) == EINVAL && pthread_attr_setstacksize(&attr, 1 << 20) == 0);
  assert(pthread_setname_np(pthread_self(), "worker") == 0);
  assert(pthread_setname_np(pthread_self(), "a name of more than 15") == ERANGE);
  errno = 0;
  char *end = NULL;
  assert(strtol("11", &end, 1) == 0 && errno == EINVAL);
  assert(getenv("A=B") == NULL);
  char name[] = "AA";
  char *before = getenv(name);
  name[0] = 'B';
  assert((before == NULL) == (getenv("AA") == NULL));
  int p[2];
  char c;
  assert(pipe(p) == 0 && read(p[0], &c, 0) == 0);
  close(0);
  assert(read(0, &c, 1) == -1 && close(0) == -1);
#elif WRONG == 1
  fputs("a", stdout);
  assert(fflush(stdout) == 0);
#elif WRONG == 2
  FILE *f = fopen("x", "w");
  if (f) assert(fclose(f) == 0);
#elif WRONG == 3
  int f = open("x", O_WRONLY);
  if (f >= 0) assert(close(f) == 0);
#elif WRONG == 4
  close(0);
  assert(open("x", O_RDONLY) != 0);
#elif WRONG == 5
  char b[100];
  if (mlock(b, 100) < 0) assert(errno == EPERM);
#elif WRONG == 6
  char name[] = "AA";
  char *before = getenv(name);
  name[0] = 'B';
  assert((before == NULL) == (getenv(name) == NULL));
#endif
  return 0;
}
