// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true valid-memsafety=true|unknown
// variant: -DWRONG => unreach-call=false
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char line[24];
  strcpy(line, "warp");
  strcat(line, " and ");
  strncat(line, "weft!!", 4);
  assert(strcmp(line, "warp and weft") == 0 && strlen(line) == 13);
  assert(strcmp("abc", "abd") < 0 && strcmp("b", "abc") > 0 && strncmp("abcx", "abcy", 3) == 0);
  assert(strchr(line, 'a') == line + 1 && strrchr(line, 'w') == line + 9 && strchr(line, 'z') == NULL);
  assert(strstr(line, "and") == line + 5 && strstr(line, "loom") == NULL);
  memmove(line + 2, line, 4);
  assert(memcmp(line, "wawarp", 6) == 0);
  assert(memchr("abc", 'c', 3) != NULL && memchr("abc", 'c', 2) == NULL);
  memset(line, 'x', 3);
  assert(line[2] == 'x' && line[3] == 'a');
  char *copy = strdup("heddle");
  if (!copy) abort();
  copy[0] = (char)toupper(copy[0]);
  assert(strcmp(copy, "Heddle") == 0);
  free(copy);
  assert(atoi(" -42x") == -42 && atoi("abc") == 0);
  char *end;
  assert(strtol("0x1f;", &end, 0) == 31 && *end == ';');
  assert(isdigit('7') && !isdigit('x') && isspace('\t') && isalpha('q') && !isupper('q'));
  char buffer[6];
  strncpy(buffer, "ab", sizeof buffer);
  assert(buffer[2] == 0 && buffer[5] == 0);
#ifdef WRONG
  assert(strspn(line, "xyz") != 3);
#endif
  return 0;
}
