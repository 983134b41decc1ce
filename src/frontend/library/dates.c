// SPDX-License-Identifier: GPL-3.0-or-later
// Dates: any that there are.
#include "heddle_builtins.h"

struct Date {
  int second, minute, hour, day, month, year, weekday, day_of_year, summer;
  long offset;
  const char* zone;
};
static struct Date shared;

// The whole result at once: the C library has one object for all threads.
#define ANY_DATE(date)                                \
  (date)->second = (int)__heddle_Nondet(0, 60);       \
  (date)->minute = (int)__heddle_Nondet(0, 59);       \
  (date)->hour = (int)__heddle_Nondet(0, 23);         \
  (date)->day = (int)__heddle_Nondet(1, 31);          \
  (date)->month = (int)__heddle_Nondet(0, 11);        \
  (date)->year = (int)__heddle_Nondet(0, 0x7fffffff); \
  (date)->weekday = (int)__heddle_Nondet(0, 6);       \
  (date)->day_of_year = (int)__heddle_Nondet(0, 365); \
  (date)->summer = (int)__heddle_Nondet(0, 1);        \
  (date)->offset = (int)__heddle_Nondet(0, 86399);    \
  (date)->zone = __heddle_name_of_a_time_zone

struct Date* localtime(const long* time) {
  (void)*(volatile const long*)time;
  __VERIFIER_atomic_begin();
  ANY_DATE(&shared);
  __VERIFIER_atomic_end();
  return &shared;
}
struct Date* gmtime(const long* time) {
  (void)*(volatile const long*)time;
  __VERIFIER_atomic_begin();
  ANY_DATE(&shared);
  __VERIFIER_atomic_end();
  return &shared;
}
struct Date* localtime_r(const long* time, struct Date* date) {
  (void)*(volatile const long*)time;
  ANY_DATE(date);
  return date;
}
struct Date* gmtime_r(const long* time, struct Date* date) {
  (void)*(volatile const long*)time;
  ANY_DATE(date);
  return date;
}
char* ctime(const long* time) { return __heddle_text_of_a_date; }
char* asctime(const struct Date* date) { return __heddle_text_of_a_date; }

void __heddle_date_of_more_than_62_characters(void);  // no model: named in the answer
size_t strftime(char* text, size_t room, const char* format, const struct Date* date) {
  enum { kMost = 63 };
  while (*format != 0) ++format;
  struct Date seen = *date;
  (void)seen;
  unsigned n = __heddle_Nondet(0, kMost);
  if (n >= room) return 0;
  if (n == kMost) __heddle_date_of_more_than_62_characters();
  for (unsigned i = 0; i < n; ++i) text[i] = (char)__heddle_Nondet(1, 255);
  text[n] = 0;
  return n;
}
double difftime(long later, long earlier) { return (double)later - (double)earlier; }

struct Seconds {
  long seconds, fraction;
};
int clock_getres(int clock, struct Seconds* resolution) {
  if (clock < 0 || clock > 11) return fail_with(EINVAL);
  if (resolution == NULL) return 0;
  resolution->seconds = 0;
  resolution->fraction = 1;
  return 0;
}
