// SPDX-License-Identifier: GPL-3.0-or-later
// The texts are those of the C standard, whether the front end knows the format or not.
// expect: unreach-call=true
// variant: -DATRUNTIME => unreach-call=true
// variant: -DNOTHING => valid-memsafety=false
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifdef ATRUNTIME
static const char *volatile given;
#define FORMAT(text) (given = (text), given)
#else
#define FORMAT(text) text
#endif

int main(void) {
  char to[40];
  int a = -1, b = -1, end = -1;
  char word[8], letter;
  assert(sprintf(to, FORMAT("%d|%5d|%-5d|%05d"), -7, 42, 42, 42) == 20 && !strcmp(to, "-7|   42|42   |00042"));
  assert(snprintf(to, 4, FORMAT("%s-%c"), "abc", 'd') == 5 && !strcmp(to, "abc"));
  assert(sprintf(to, FORMAT("%#x %X %o %hhd %zu%%"), 255, 255, 8, 257, sizeof to) == 16);
  assert(!strcmp(to, "0xff FF 10 1 40%") || strlen(to) == 16);
  assert(sscanf("12 abc x", FORMAT("%d %7s %c%n"), &a, word, &letter, &end) == 3);
  assert(a == 12 && !strcmp(word, "abc") && letter == 'x' && end == 8);
  assert(sscanf("nothing", FORMAT("%d"), &b) == 0 && b == -1);
#ifdef NOTHING
  sprintf(to, "%s", (char *)NULL);
#endif
}
