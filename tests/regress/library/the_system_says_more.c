// SPDX-License-Identifier: GPL-3.0-or-later
// Names and dates of the system, signals that wait, stacks of handlers, protected memory.
// expect: unreach-call=true
// variant: -DPATH => unreach-call=false
// variant: -DMONTH => unreach-call=false
// variant: -DREAD_ONLY => unreach-call=unknown
// variant: --32 => unreach-call=true
#define _GNU_SOURCE
#include <assert.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  char *end;
  assert(strtoimax("-12x", &end, 10) == -12 && *end == 'x' && strtoumax("ff", NULL, 16) == 255);
  sigset_t waiting;
  stack_t before, own = {.ss_sp = &waiting, .ss_size = 8192};
  assert(sigpending(&waiting) == 0);
  assert(sigaltstack(&own, &before) == 0 && before.ss_flags == SS_DISABLE);
  assert(sigaltstack(NULL, &before) == 0 && before.ss_size == 8192);
#ifdef PATH
  char *path = realpath(".", NULL);
  assert(path == NULL || path[0] == '/');
  assert(path == NULL || path[1] != 'a');
  free(path);
#endif
  struct tm date = {.tm_mon = 12};
  if (mktime(&date) != -1) {
    assert(date.tm_mon >= 0 && date.tm_mon < 12);
#ifdef MONTH
    assert(date.tm_mon == 0);
#endif
  }
  static char page[4096];
  mprotect(page, sizeof page, PROT_READ | PROT_WRITE);
#ifdef READ_ONLY
  mprotect(page, sizeof page, PROT_READ);
  assert(page[0] == 0);
#endif
  return 0;
}
