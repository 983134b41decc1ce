// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// variant: -DKIND=1 => unreach-call=true
// variant: -DKIND=3 => unreach-call=true
// variant: -DKIND=4 => unreach-call=true
// variant: -DKIND=5 => unreach-call=true
// variant: -DKIND=6 => unreach-call=true
// variant: --malloc-may-fail => unreach-call=false
// variant: -DKIND=1 --malloc-may-fail => unreach-call=false
// variant: -DKIND=2 --malloc-may-fail => unreach-call=false
// variant: -DKIND=3 --malloc-may-fail => unreach-call=false
// variant: -DKIND=4 --malloc-may-fail => unreach-call=false
// variant: -DKIND=5 --malloc-may-fail => unreach-call=false
// variant: -DKIND=6 --malloc-may-fail => unreach-call=false
// variant: -DCHECKED --malloc-may-fail => unreach-call=true
// variant: -DKIND=1 -DCHECKED --malloc-may-fail => unreach-call=true
// variant: -DKIND=3 -DCHECKED --malloc-may-fail => unreach-call=true
// variant: -DKIND=4 -DCHECKED --malloc-may-fail => unreach-call=true
// variant: -DKIND=5 -DCHECKED --malloc-may-fail => unreach-call=true
// variant: -DKIND=6 -DCHECKED --malloc-may-fail => unreach-call=true
// variant: -DKIND=7 --malloc-may-fail => unreach-call=unknown
// reason: asprintf by its address
// These calls return -1 when there is no memory or no descriptor, and errno says so.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef KIND
#define KIND 0
#endif

#ifdef CHECKED
#define FAILS(condition, error) if (condition) { assert(error); return 0; }
#else
#define FAILS(condition, error) assert(!(condition));
#endif

static int print(char **to, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = vasprintf(to, format, arguments);
  va_end(arguments);
  return n;
}

int main(void) {
#if KIND == 0
  char *text;
  int n = asprintf(&text, "%d", 3);
  FAILS(n != 1, n == -1 && errno == ENOMEM)
  assert(text[0] == '3');
#elif KIND == 1
  char *text;
  int n = print(&text, "%d", 3);
  FAILS(n != 1, n == -1 && errno == ENOMEM)
  assert(text[0] == '3');
#elif KIND == 2
  char *line = NULL;
  size_t room = 0;
  errno = 0;
  ssize_t n = getline(&line, &room, stdin);
  assert(n >= 0 || errno != ENOMEM);
#elif KIND == 3
  int error = setenv("NAME", "value", 1);
  FAILS(error != 0, error == -1 && errno == ENOMEM)
#elif KIND == 4
  int *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  FAILS(page == MAP_FAILED, errno == ENOMEM)
  assert(*page == 0);
#elif KIND == 5
  int ends[2], result = pipe(ends);
  FAILS(result != 0, result == -1 && (errno == EMFILE || errno == ENFILE))
  assert(ends[0] == 3);
#elif KIND == 6
  int counter = eventfd(0, 0);
  FAILS(counter < 0, counter == -1 && (errno == EMFILE || errno == ENFILE))
  int copy = dup(counter);
  FAILS(copy < 0, copy == -1 && (errno == EMFILE || errno == ENFILE))
  assert(copy == 4);
#elif KIND == 7
  int (*any)(char **, const char *, ...) = asprintf;
  char *text;
  assert(any(&text, "%d", 3) == 1);
#endif
  return 0;
}
