// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers from strings. One reader collects the magnitude; the functions differ in where they saturate.
#include "heddle_builtins.h"

typedef unsigned long long Magnitude;
typedef struct {
  Magnitude value;
  int negative;
  int overflow;
  const char* end;  // NULL: no number
} Parsed;

static int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 36;
}
static const char* skip_prefix(const char* s, int* base) {
  int hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit_of(s[2]) < 16;
  if (*base == 0) *base = hex ? 16 : s[0] == '0' ? 8 : 10;
  return hex && *base == 16 ? s + 2 : s;
}
// Leaves *end as it was, as glibc does.
static int is_no_base(int base) {
  if (base == 0 || (base >= 2 && base <= 36)) return 0;
  __heddle_errno = EINVAL;
  return 1;
}
static Parsed parse(const char* s, int base, Magnitude most, Magnitude most_negative) {
  Parsed r = {0, 0, 0, NULL};
  while (*s == ' ' || (*s >= '\t' && *s <= '\r')) ++s;
  r.negative = *s == '-';
  if (*s == '-' || *s == '+') ++s;
  s = skip_prefix(s, &base);
  for (int digit; (digit = digit_of(*s)) < base; ++s) {
    Magnitude limit = r.negative ? most_negative : most;
    if (r.value > (limit - (Magnitude)digit) / (Magnitude)base) r.overflow = 1;
    if (!r.overflow) r.value = r.value * (Magnitude)base + (Magnitude)digit;
    r.end = s + 1;
  }
  return r;
}
static void finish(const char* s, char** end, Parsed r) {
  if (end != NULL) *end = (char*)(r.end != NULL ? r.end : s);
  if (r.overflow) __heddle_errno = ERANGE;
}

static long to_long(const char* s, char** end, int base) {
  if (is_no_base(base)) return 0;
  Parsed r = parse(s, base, __LONG_MAX__, __LONG_MAX__ + 1ULL);
  finish(s, end, r);
  if (r.overflow) return r.negative ? -__LONG_MAX__ - 1 : __LONG_MAX__;
  return (long)(r.negative ? 0 - r.value : r.value);
}
static long long to_long_long(const char* s, char** end, int base) {
  if (is_no_base(base)) return 0;
  Parsed r = parse(s, base, __LONG_LONG_MAX__, __LONG_LONG_MAX__ + 1ULL);
  finish(s, end, r);
  if (r.overflow) return r.negative ? -__LONG_LONG_MAX__ - 1 : __LONG_LONG_MAX__;
  return (long long)(r.negative ? 0 - r.value : r.value);
}
static unsigned long to_unsigned_long(const char* s, char** end, int base) {
  if (is_no_base(base)) return 0;
  Parsed r = parse(s, base, ~0UL, ~0UL);
  finish(s, end, r);
  if (r.overflow) return ~0UL;
  return (unsigned long)(r.negative ? 0 - r.value : r.value);
}

static unsigned long long to_unsigned_long_long(const char* s, char** end, int base) {
  if (is_no_base(base)) return 0;
  Parsed r = parse(s, base, ~0ULL, ~0ULL);
  finish(s, end, r);
  if (r.overflow) return ~0ULL;
  return r.negative ? 0 - r.value : r.value;
}

long strtol(const char* s, char** end, int base) { return to_long(s, end, base); }
long __isoc23_strtol(const char* s, char** end, int base) { return to_long(s, end, base); }
long long strtoll(const char* s, char** end, int base) { return to_long_long(s, end, base); }
long long __isoc23_strtoll(const char* s, char** end, int base) { return to_long_long(s, end, base); }
unsigned long strtoul(const char* s, char** end, int base) { return to_unsigned_long(s, end, base); }
unsigned long __isoc23_strtoul(const char* s, char** end, int base) { return to_unsigned_long(s, end, base); }
unsigned long long strtoull(const char* s, char** end, int base) { return to_unsigned_long_long(s, end, base); }
unsigned long long __isoc23_strtoull(const char* s, char** end, int base) {
  return to_unsigned_long_long(s, end, base);
}
long long strtoimax(const char* s, char** end, int base) { return to_long_long(s, end, base); }
long long __isoc23_strtoimax(const char* s, char** end, int base) { return to_long_long(s, end, base); }
unsigned long long strtoumax(const char* s, char** end, int base) { return to_unsigned_long_long(s, end, base); }
unsigned long long __isoc23_strtoumax(const char* s, char** end, int base) {
  return to_unsigned_long_long(s, end, base);
}
int atoi(const char* s) { return (int)to_long(s, NULL, 10); }
long atol(const char* s) { return to_long(s, NULL, 10); }
long long atoll(const char* s) { return to_long_long(s, NULL, 10); }

// The same where a text may be one from outside, whose content is not known: its number is an input. An `int` is
// remembered; other numbers are read once, and so is the place where the number ends.
void __heddle_a_text_whose_number_is_read_in_two_ways(void);  // no model: named in the answer
extern char __heddle_rest_of_a_text_behind_its_number[];      // no definition: nothing is known about it
static char end_of_text;
enum { kUnread, kInt, kOnce };
static int reader[kTexts], int_of[kTexts];

static int int_from_outside(int text, int drawn) {
  __VERIFIER_atomic_begin();
  if (reader[text] == kOnce) __heddle_a_text_whose_number_is_read_in_two_ways();
  if (reader[text] == kUnread) int_of[text] = drawn;
  reader[text] = kInt;
  int number = int_of[text];
  __VERIFIER_atomic_end();
  return number;
}
static void read_once(int text) {
  __VERIFIER_atomic_begin();
  if (reader[text] != kUnread) __heddle_a_text_whose_number_is_read_in_two_ways();
  reader[text] = kOnce;
  __VERIFIER_atomic_end();
}
// Any number and the end of the text, or some rest behind the number; no number; or one that does not fit.
#define FROM_OUTSIDE(least, most)                                                                                    \
  read_once(text);                                                                                                   \
  unsigned how = end != NULL ? __heddle_Nondet(0, 6) : __heddle_Nondet(0, 2);                                        \
  if (end != NULL) *end = how == 6 ? (char*)s : how >= 3 ? __heddle_rest_of_a_text_behind_its_number : &end_of_text; \
  if (how == 6) return 0;                                                                                            \
  if (how % 3 != 0) {                                                                                                \
    __heddle_errno = ERANGE;                                                                                         \
    return how % 3 == 1 ? (most) : (least);                                                                          \
  }
#define ANY_LONG_LONG __heddle_NondetLong(0, ~0ULL)
#define ANY_LONG (sizeof(long) == 8 ? (long)ANY_LONG_LONG : (long)__heddle_Nondet(0, ~0U))

#define READ_LONG(name)                            \
  long name(const char* s, char** end, int base) { \
    int text = text_from_outside(s);               \
    if (!text) return to_long(s, end, base);       \
    if (is_no_base(base)) return 0;                \
    FROM_OUTSIDE(-__LONG_MAX__ - 1, __LONG_MAX__)  \
    return ANY_LONG;                               \
  }
#define READ_LONG_LONG(name)                                \
  long long name(const char* s, char** end, int base) {     \
    int text = text_from_outside(s);                        \
    if (!text) return to_long_long(s, end, base);           \
    if (is_no_base(base)) return 0;                         \
    FROM_OUTSIDE(-__LONG_LONG_MAX__ - 1, __LONG_LONG_MAX__) \
    return (long long)ANY_LONG_LONG;                        \
  }
#define READ_UNSIGNED_LONG(name)                            \
  unsigned long name(const char* s, char** end, int base) { \
    int text = text_from_outside(s);                        \
    if (!text) return to_unsigned_long(s, end, base);       \
    if (is_no_base(base)) return 0;                         \
    FROM_OUTSIDE(~0UL, ~0UL)                                \
    return (unsigned long)ANY_LONG;                         \
  }
#define READ_UNSIGNED_LONG_LONG(name)                            \
  unsigned long long name(const char* s, char** end, int base) { \
    int text = text_from_outside(s);                             \
    if (!text) return to_unsigned_long_long(s, end, base);       \
    if (is_no_base(base)) return 0;                              \
    FROM_OUTSIDE(~0ULL, ~0ULL)                                   \
    return ANY_LONG_LONG;                                        \
  }
READ_LONG(__heddle_outside_strtol)
READ_LONG(__heddle_outside___isoc23_strtol)
READ_LONG_LONG(__heddle_outside_strtoll)
READ_LONG_LONG(__heddle_outside___isoc23_strtoll)
READ_UNSIGNED_LONG(__heddle_outside_strtoul)
READ_UNSIGNED_LONG(__heddle_outside___isoc23_strtoul)
READ_UNSIGNED_LONG_LONG(__heddle_outside_strtoull)
READ_UNSIGNED_LONG_LONG(__heddle_outside___isoc23_strtoull)
READ_LONG_LONG(__heddle_outside_strtoimax)
READ_LONG_LONG(__heddle_outside___isoc23_strtoimax)
READ_UNSIGNED_LONG_LONG(__heddle_outside_strtoumax)
READ_UNSIGNED_LONG_LONG(__heddle_outside___isoc23_strtoumax)
int __heddle_outside_atoi(const char* s) {
  int text = text_from_outside(s);
  return text ? int_from_outside(text, (int)__heddle_Nondet(0, ~0U)) : (int)to_long(s, NULL, 10);
}
long __heddle_outside_atol(const char* s) {
  int text = text_from_outside(s);
  if (!text) return to_long(s, NULL, 10);
  read_once(text);
  return ANY_LONG;
}
long long __heddle_outside_atoll(const char* s) {
  int text = text_from_outside(s);
  if (!text) return to_long_long(s, NULL, 10);
  read_once(text);
  return (long long)ANY_LONG_LONG;
}

// Numbers with a point: exact for texts from outside only.
double __heddle_number_with_a_point_of_a_text(const char* s, char** end);  // no model: named in the answer
static double any_double(void) {
  union {
    unsigned long long bits;
    double number;
  } any = {ANY_LONG_LONG};
  return any.number;
}
static double tiny_double(void) {  // too small for all of its digits
  union {
    unsigned long long bits;
    double number;
  } any = {__heddle_NondetLong(0, 1ULL << 52)},
    negative = {__heddle_NondetLong(1ULL << 63, (1ULL << 63) + (1ULL << 52))};
  return __heddle_Nondet(0, 1) ? any.number : negative.number;
}
double atof(const char* s) { return __heddle_number_with_a_point_of_a_text(s, NULL); }
double strtod(const char* s, char** end) { return __heddle_number_with_a_point_of_a_text(s, end); }
float strtof(const char* s, char** end) { return (float)__heddle_number_with_a_point_of_a_text(s, end); }
double __heddle_outside_atof(const char* s) {
  int text = text_from_outside(s);
  if (!text) return __heddle_number_with_a_point_of_a_text(s, NULL);
  read_once(text);
  return any_double();
}
double __heddle_outside_strtod(const char* s, char** end) {
  int text = text_from_outside(s);
  if (!text) return __heddle_number_with_a_point_of_a_text(s, end);
  if (__heddle_Nondet(0, 1)) {
    __heddle_errno = ERANGE;
    if (end != NULL) *end = __heddle_Nondet(0, 1) ? &end_of_text : __heddle_rest_of_a_text_behind_its_number;
    read_once(text);
    return tiny_double();
  }
  FROM_OUTSIDE(-__builtin_inf(), __builtin_inf())
  return any_double();
}

float __heddle_outside_strtof(const char* s, char** end) {
  int text = text_from_outside(s);
  if (!text) return (float)__heddle_number_with_a_point_of_a_text(s, end);
  union {
    unsigned bits;
    float number;
  } any = {__heddle_Nondet(0, ~0U)}, tiny = {__heddle_Nondet(0, 1U << 23)};
  if (__heddle_Nondet(0, 1)) {
    __heddle_errno = ERANGE;
    if (end != NULL) *end = __heddle_Nondet(0, 1) ? &end_of_text : __heddle_rest_of_a_text_behind_its_number;
    read_once(text);
    return __heddle_Nondet(0, 1) ? tiny.number : -tiny.number;
  }
  FROM_OUTSIDE(-__builtin_inff(), __builtin_inff())
  return any.number;
}

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }
long long imaxabs(long long n) { return n < 0 ? -n : n; }

typedef struct {
  int quotient, rest;
} Division;
typedef struct {
  long quotient, rest;
} LongDivision;
typedef struct {
  long long quotient, rest;
} LongLongDivision;
Division div(int n, int by) { return (Division){n / by, n % by}; }
LongDivision ldiv(long n, long by) { return (LongDivision){n / by, n % by}; }
LongLongDivision lldiv(long long n, long long by) { return (LongLongDivision){n / by, n % by}; }

// The lowest bit that is set, counted from 1.
static int lowest_bit(unsigned long long n) {
  int at = 1;
  if (n == 0) return 0;
  for (; !(n & 1); n >>= 1) ++at;
  return at;
}
int ffs(int n) { return lowest_bit((unsigned)n); }
int ffsl(long n) { return lowest_bit((unsigned long)n); }
int ffsll(long long n) { return lowest_bit((unsigned long long)n); }
