// SPDX-License-Identifier: GPL-3.0-or-later
// Functions with one right result: basename and dirname, div, ffs, what is found in blocks, and texts that allocate.
// expect: unreach-call=true
// engines: explore
// variant: --32 => unreach-call=true
// variant: -DWRONG => unreach-call=false
// variant: -DZERO => unreach-call=unknown
// reason: division by zero
// variant: -DOVERLAP => unreach-call=unknown
// reason: overlap
#define _GNU_SOURCE
#include <assert.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char path[16];
static int base_is(const char *p, const char *base) { return strcmp(basename(strcpy(path, p)), base) == 0; }
static int folder_is(const char *p, const char *folder) { return strcmp(dirname(strcpy(path, p)), folder) == 0; }

int main(void) {
  assert(base_is("a/b", "b") && base_is("a/b//", "b") && base_is("/", "/") && base_is("///", "/"));
  assert(base_is("a", "a") && base_is("", ".") && base_is("a/", "a") && base_is("/a", "a"));
  assert(folder_is("a/b", "a") && folder_is("a/b//", "a") && folder_is("/", "/") && folder_is("///", "/"));
  assert(folder_is("a", ".") && folder_is("", ".") && folder_is("a/", ".") && folder_is("/a", "/"));
  assert(folder_is("//a", "//") && folder_is("//", "//") && folder_is("///a", "/") && folder_is("a//b/c//", "a//b"));
  div_t d = div(-7, 2);
  ldiv_t l = ldiv(7, -2);
  lldiv_t ll = lldiv(1LL << 40, 3);
  assert(d.quot == -3 && d.rem == -1 && l.quot == -3 && l.rem == 1 && ll.quot * 3 + ll.rem == 1LL << 40);
  assert(ffs(0) == 0 && ffs(8) == 4 && ffs(-1) == 1 && ffsl(1L << 20) == 21 && ffsll(1LL << 40) == 41);
  char b[8] = "abcabc", c[8];
  assert(memrchr(b, 'a', 6) == b + 3 && memrchr(b, 'x', 6) == NULL && index(b, 'c') == b + 2 && rindex(b, 'c') == b + 5);
  assert(memmem(b, 6, "ca", 2) == b + 2 && memmem(b, 6, "", 0) == b && memmem(b, 2, "abc", 3) == NULL);
  assert(memccpy(c, b, 'b', 6) == c + 2 && memccpy(c, b, 'x', 3) == NULL);
  char *text;
  assert(asprintf(&text, "%s-%d", b, 17) == 9 && strcmp(text, "abcabc-17") == 0);
  free(text);
#ifdef WRONG
  assert(folder_is("/a/", "/a"));
#endif
#ifdef ZERO
  d = div(1, *c - *c);
#endif
#ifdef OVERLAP
  memccpy(b + 1, b, 0, 4);
#endif
}
