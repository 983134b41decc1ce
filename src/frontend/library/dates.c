// SPDX-License-Identifier: GPL-3.0-or-later
// Dates: any that there are.
#include "heddle_builtins.h"

struct Date {
  int second, minute, hour, day, month, year, weekday, day_of_year, summer;
  long offset;
  const char* zone;
};
static struct Date __heddle_the_result_of_localtime_and_gmtime;
#define shared __heddle_the_result_of_localtime_and_gmtime

// The C library has one object for all threads: two calls race (POSIX says that these functions need not be safe).
#define ANY_OFFSET (__heddle_Nondet(0, 1) ? (int)__heddle_Nondet(0, 86399) : (int)__heddle_Nondet(0U - 86399, ~0U))
// The year may not fit.
#define FAR_AWAY(moment) \
  (sizeof(long) == 8 && (moment > 67768036191500000LL || moment < -67768040609500000LL) && __heddle_Nondet(0, 1))
#define TOO_FAR(time)          \
  const long moment = *(time); \
  if (FAR_AWAY(moment)) {      \
    __heddle_errno = kTooFar;  \
    return NULL;               \
  }
enum { kTooFar = 75 };
#define ANY_DATE(date)                                \
  (date)->second = (int)__heddle_Nondet(0, 60);       \
  (date)->minute = (int)__heddle_Nondet(0, 59);       \
  (date)->hour = (int)__heddle_Nondet(0, 23);         \
  (date)->day = (int)__heddle_Nondet(1, 31);          \
  (date)->month = (int)__heddle_Nondet(0, 11);        \
  (date)->year = (int)__heddle_Nondet(0, ~0U);        \
  (date)->weekday = (int)__heddle_Nondet(0, 6);       \
  (date)->day_of_year = (int)__heddle_Nondet(0, 365); \
  (date)->summer = (int)__heddle_Nondet(0, 1);        \
  (date)->offset = ANY_OFFSET;                        \
  (date)->zone = __heddle_name_of_a_time_zone

static struct Date* any_shared_date(void) {
  struct Date date;
  ANY_DATE(&date);
  shared = date;
  return &shared;
}
struct Date* localtime(const long* time) {
  TOO_FAR(time)
  return any_shared_date();
}
struct Date* gmtime(const long* time) {
  TOO_FAR(time)
  return any_shared_date();
}
struct Date* localtime_r(const long* time, struct Date* date) {
  TOO_FAR(time)
  ANY_DATE(date);
  return date;
}
struct Date* gmtime_r(const long* time, struct Date* date) {
  TOO_FAR(time)
  ANY_DATE(date);
  return date;
}
// One text for all threads, as with dates.
enum { kLetters = 24 };
static char __heddle_the_text_of_ctime_and_asctime[kLetters + 2];
static char* any_text(void) {
  char text[kLetters + 2];
  for (int i = 0; i < kLetters; ++i) text[i] = (char)__heddle_Nondet(' ', 'z');
  text[kLetters] = '\n';
  text[kLetters + 1] = 0;
  return __builtin_memcpy(__heddle_the_text_of_ctime_and_asctime, text, sizeof text);
}
char* ctime(const long* time) {  // as asctime(localtime(time))
  TOO_FAR(time)
  any_shared_date();
  return any_text();
}
char* asctime(const struct Date* date) {
  struct Date seen = *date;
  (void)seen;
  return any_text();
}

// Into a block of the caller's. The letters are not known.
unsigned __heddle_any_letter_of_a_date(void);
static char* write_date(char* to) {
  for (int i = 0; i < kLetters; ++i) to[i] = (char)__heddle_any_letter_of_a_date();
  to[kLetters] = '\n';
  to[kLetters + 1] = 0;
  return to;
}
char* ctime_r(const long* time, char* to) {
  TOO_FAR(time)
  return write_date(to);
}
char* asctime_r(const struct Date* date, char* to) {
  struct Date seen = *date;
  (void)seen;
  return write_date(to);
}

// Dates as the C locale writes them. How long a text is follows from the format and the year; a digit is any digit.
unsigned __heddle_any_length_of_a_date_of_more_than_62_characters(void);
enum { kTooLong = -1 };
struct Text {
  char* to;
  long room, length;  // length: kTooLong if there is no room
};
static void put(struct Text* t, char letter) {
  if (t->length == kTooLong) return;
  if (t->length + 1 >= t->room)
    t->length = kTooLong;
  else
    t->to[t->length++] = letter;
}
static void put_digits(struct Text* t, int n) {
  for (int i = 0; i < n; ++i) put(t, (char)__heddle_Nondet('0', '9'));
}
static void put_padded(struct Text* t) {
  put(t, __heddle_Nondet(0, 1) ? ' ' : (char)__heddle_Nondet('1', '3'));
  put_digits(t, 1);
}
static void put_name(struct Text* t, const char* const* names, int n, int count, int most) {
  const char* name = n >= 0 && n < count ? names[n] : "?";
  for (int i = 0; i < most && name[i] != 0; ++i) put(t, name[i]);
}
static void put_any(struct Text* t) {  // something that follows from the locale, the zone or a width
  enum { kMost = 63 };
  unsigned n = __heddle_Nondet(0, kMost);
  if (n == kMost) {
    unsigned more = __heddle_any_length_of_a_date_of_more_than_62_characters();
    if (more > n) n = more;
  }
  for (unsigned i = 0; i < n && t->length != kTooLong; ++i) put(t, (char)__heddle_Nondet(1, 255));
}
static void put_date(struct Text* t, const char* format, const struct Date* date);
static void put_field(struct Text* t, char field, const struct Date* date) {
  enum { kDays = 7, kMonths = 12, kShort = 3, kLong = 9 };
  static const char* const days[kDays] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
  static const char* const months[kMonths] = {"January", "February", "March",     "April",   "May",      "June",
                                              "July",    "August",   "September", "October", "November", "December"};
  switch (field) {
    case 'C':
    case 'H':
    case 'I':
    case 'M':
    case 'S':
    case 'U':
    case 'V':
    case 'W':
    case 'd':
    case 'g':
    case 'm':
    case 'y': return put_digits(t, 2);
    case 'e':
    case 'k':
    case 'l': return put_padded(t);
    case 'u':
    case 'w': return put_digits(t, 1);
    case 'j': return put_digits(t, 3);
    case 'G':
    case 'Y':
      if (date->year >= 1000 - 1900 + 1 && date->year < 10000 - 1900 - 1) return put_digits(t, 4);
      return put_any(t);
    case 'a': return put_name(t, days, date->weekday, kDays, kShort);
    case 'A': return put_name(t, days, date->weekday, kDays, kLong);
    case 'b':
    case 'h': return put_name(t, months, date->month, kMonths, kShort);
    case 'B': return put_name(t, months, date->month, kMonths, kLong);
    case 'p': return put_date(t, date->hour >= 12 ? "PM" : "AM", date);
    case 'c': return put_date(t, "%a %b %e %H:%M:%S %Y", date);
    case 'D':
    case 'x': return put_date(t, "%m/%d/%y", date);
    case 'F': return put_date(t, "%Y-%m-%d", date);
    case 'R': return put_date(t, "%H:%M", date);
    case 'T':
    case 'X': return put_date(t, "%H:%M:%S", date);
    case 'r': return put_date(t, "%I:%M:%S %p", date);
    case 'n': return put(t, '\n');
    case 't': return put(t, '\t');
    case '%': return put(t, '%');
    default: return put_any(t);
  }
}
static void put_date(struct Text* t, const char* format, const struct Date* date) {
  for (; *format != 0; ++format) {
    if (*format != '%') {
      put(t, *format);
      continue;
    }
    if (*++format == 0) return;
    if (*format != '_' && *format != '-' && *format != '^' && *format != '#' && *format != 'E' && *format != 'O' &&
        (*format < '0' || *format > '9')) {
      put_field(t, *format, date);
      continue;
    }
    while (format[1] != 0 && (*format < 'a' || *format > 'z')) ++format;  // a flag, a width, another form
    put_any(t);
  }
}
size_t strftime(char* text, size_t room, const char* format, const struct Date* date) {
  const struct Date seen = *date;
  struct Text t = {text, (long)room, 0};
  put_date(&t, format, &seen);
  if (t.length == kTooLong || room == 0) return 0;
  text[t.length] = 0;
  return (size_t)t.length;
}
double difftime(long later, long earlier) { return (double)later - (double)earlier; }

// The date is put in order, and the time is any; a year that does not fit is an error.
#define ANY_MOMENT (sizeof(long) == 8 ? (long)__heddle_NondetLong(0, ~0ULL) : (long)__heddle_Nondet(0, ~0U))
#define TIME_OF(date)          \
  struct Date seen = *(date);  \
  (void)seen;                  \
  if (__heddle_Nondet(0, 1)) { \
    __heddle_errno = kTooFar;  \
    return -1;                 \
  }                            \
  ANY_DATE(date);              \
  return ANY_MOMENT
long mktime(struct Date* date) { TIME_OF(date); }
long timelocal(struct Date* date) { TIME_OF(date); }
long timegm(struct Date* date) { TIME_OF(date); }

// Which fields are set depends on the format: a search proves nothing behind it.
unsigned __heddle_any_part_of_a_date_that_is_read(void);
char* strptime(const char* text, const char* format, struct Date* date) {
  size_t n = 0, most = 0;
  while (*format != 0) ++format;
  if (!text_from_outside(text) && !is_message(text))
    while (text[most] != 0) ++most;
  unsigned end = __heddle_any_part_of_a_date_that_is_read();
  ANY_DATE(date);
  if (__heddle_Nondet(0, 1)) return NULL;
  n = end < most ? end : most;
  return (char*)text + n;
}

struct Seconds {
  long seconds, fraction;
};
int clock_getres(int clock, struct Seconds* resolution) {
  if (clock < 0 || clock > 11) return fail_with(EINVAL);
  if (resolution == NULL) return 0;
  resolution->seconds = 0;
  resolution->fraction = (long)__heddle_Nondet(1, 999999999);
  return 0;
}

// No signal arrives.
static int is_no_duration(const struct Seconds* t) {
  long seconds = t->seconds, fraction = t->fraction;
  return seconds < 0 || fraction < 0 || fraction > 999999999;
}
int nanosleep(const struct Seconds* wanted, struct Seconds* left) {
  return is_no_duration(wanted) ? fail_with(EINVAL) : 0;
}
int clock_nanosleep(int clock, int flags, const struct Seconds* wanted, struct Seconds* left) {
  enum { kOfThisThread = 3, kLast = 11 };
  if (clock < 0 || clock == kOfThisThread || clock > kLast) return EINVAL;
  return is_no_duration(wanted) ? EINVAL : 0;
}
