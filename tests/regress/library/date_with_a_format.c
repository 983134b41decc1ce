// SPDX-License-Identifier: GPL-3.0-or-later
// How long a date is follows from its format and its year, and what stands between the fields is known.
// expect: unreach-call=true
// variant: -DSHORT => unreach-call=false
// variant: -DANY_YEAR => unreach-call=false
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
  struct tm date;
  memset(&date, 0, sizeof date);
  date.tm_year = 100;
  date.tm_mon = 11;
  date.tm_mday = 1;
#ifdef ANY_YEAR
  extern int __VERIFIER_nondet_int(void);
  date.tm_year = __VERIFIER_nondet_int();
#endif
#ifdef SHORT
  char text[19];
#else
  char text[40];
#endif
  size_t n = strftime(text, sizeof text, "%F %T", &date);
  assert(n == 19 && text[4] == '-' && text[10] == ' ' && text[13] == ':' && text[19] == 0);
  n = strftime(text, sizeof text, "%a, %d %B%%", &date);
  assert(n == 17 && strncmp(text, "Sun, ", 5) == 0 && strcmp(text + 8, "December%") == 0);
  assert(strftime(text, sizeof text, "%c", &date) == 24);
  return 0;
}
