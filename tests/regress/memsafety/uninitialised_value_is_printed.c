// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false
// variant: -DSUM => valid-memsafety=false
// variant: -DCHARACTER => valid-memsafety=false
// variant: -DSLEEPS => valid-memsafety=false
// variant: -DEXITS => valid-memsafety=false
// engines: auto; bmc-order, bmc-lazy, induction unreach-call=unknown
// variant: -DLEAVES => valid-memsafety=false
// variant: -DRETURNS => valid-memsafety=false
// variant: -DENDS_THREAD => valid-memsafety=false
// engines: auto; bmc-order, bmc-lazy, induction unreach-call=unknown
// variant: -DRESULT => valid-memsafety=false
// variant: -DENGINE => unreach-call=unknown
// engines: bmc-order; bmc-lazy; induction
// line: 31
// C17 7.1.4: an argument with an invalid value makes the call undefined. Reading an indeterminate value is what 6.3.2.1 and 3.19.3 forbid.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *end(void *unused) {
  void *result;
  if (unused) pthread_exit(result);
  return result;
}

int main(int argc, char **argv) {
  int x;
#if !defined SUM && !defined CHARACTER && !defined SLEEPS && !defined EXITS && !defined LEAVES && !defined RETURNS && !defined ENDS_THREAD && !defined RESULT
  printf("%d\n", x);
#elif defined SUM
  printf("%d\n", x + 1);
#elif defined CHARACTER
  putchar(x);
#elif defined SLEEPS
  sleep(x);
#elif defined EXITS
  exit(x);
#elif defined LEAVES
  _exit(x);
#elif defined RETURNS
  return x;
#else
  pthread_t thread;
  void *result;
#ifdef ENDS_THREAD
  pthread_create(&thread, NULL, end, &x);
  pthread_join(thread, NULL);
#else
  pthread_create(&thread, NULL, end, NULL);
  pthread_join(thread, &result);
  printf("%p\n", result);
#endif
#endif
  return 0;
}
