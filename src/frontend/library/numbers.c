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
  Parsed r = parse(s, base, __LONG_MAX__, __LONG_MAX__ + 1ULL);
  finish(s, end, r);
  if (r.overflow) return r.negative ? -__LONG_MAX__ - 1 : __LONG_MAX__;
  return (long)(r.negative ? 0 - r.value : r.value);
}
static long long to_long_long(const char* s, char** end, int base) {
  Parsed r = parse(s, base, __LONG_LONG_MAX__, __LONG_LONG_MAX__ + 1ULL);
  finish(s, end, r);
  if (r.overflow) return r.negative ? -__LONG_LONG_MAX__ - 1 : __LONG_LONG_MAX__;
  return (long long)(r.negative ? 0 - r.value : r.value);
}
static unsigned long to_unsigned_long(const char* s, char** end, int base) {
  Parsed r = parse(s, base, ~0UL, ~0UL);
  finish(s, end, r);
  if (r.overflow) return ~0UL;
  return (unsigned long)(r.negative ? 0 - r.value : r.value);
}

long strtol(const char* s, char** end, int base) { return to_long(s, end, base); }
long __isoc23_strtol(const char* s, char** end, int base) { return to_long(s, end, base); }
long long strtoll(const char* s, char** end, int base) { return to_long_long(s, end, base); }
long long __isoc23_strtoll(const char* s, char** end, int base) { return to_long_long(s, end, base); }
unsigned long strtoul(const char* s, char** end, int base) { return to_unsigned_long(s, end, base); }
unsigned long __isoc23_strtoul(const char* s, char** end, int base) { return to_unsigned_long(s, end, base); }
int atoi(const char* s) { return (int)to_long(s, NULL, 10); }
long atol(const char* s) { return to_long(s, NULL, 10); }
long long atoll(const char* s) { return to_long_long(s, NULL, 10); }

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }
