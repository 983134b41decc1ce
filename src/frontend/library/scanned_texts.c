// SPDX-License-Identifier: GPL-3.0-or-later
// sscanf: numbers, words and characters from a text. What else it knows has no model.
#include "heddle_builtins.h"
#include "scanned_numbers.h"

struct Scanned {
  const char* end;  // NULL: no number
  long long number;
};
static int is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static int value_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}
static struct Scanned scan_number(const char* s, int base, int room) {
  struct Scanned r = {NULL, 0};
  int negative = *s == '-';
  if (room > 0 && (*s == '-' || *s == '+')) ++s, --room;
  if ((base == 16 || base == 0) && room > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && value_of(s[2]) < 16)
    s += 2, room -= 2, base = 16;
  if (base == 0) base = *s == '0' ? 8 : 10;
  unsigned long long n = 0;
  for (; room > 0 && value_of(*s) < base; --room) {
    n = n * (unsigned)base + (unsigned)value_of(*s++);
    r.end = s;
  }
  r.number = (long long)(negative ? 0 - n : n);
  return r;
}
static const char* scan_characters(const char* s, char* to, int room, int whole,
                                   int ends) {  // to: NULL nobody wants it
  while (room-- > 0 && *s != 0 && !(whole && is_blank(*s))) {
    if (to != NULL) *to++ = *s;
    ++s;
  }
  if (to != NULL && ends) *to = 0;
  return s;
}
#define SCAN_TEXT(give_up)                                                                                     \
  va_list args;                                                                                                \
  __builtin_va_start(args, f);                                                                                 \
  const char* at = s;                                                                                          \
  int converted = 0;                                                                                           \
  for (; *f != 0; ++f) {                                                                                       \
    if (is_blank(*f) || (*f == '%' && f[1] != 'c' && f[1] != '[' && f[1] != 'n'))                              \
      while (is_blank(*at)) ++at;                                                                              \
    if (is_blank(*f)) continue;                                                                                \
    if (*f != '%' || f[1] == '%') {                                                                            \
      if (*at == 0 && converted == 0) converted = -1;                                                          \
      if (*at != *f) break;                                                                                    \
      f += *f == '%';                                                                                          \
      ++at;                                                                                                    \
      continue;                                                                                                \
    }                                                                                                          \
    int longs = 0, room = 0, skips = *++f == '*';                                                              \
    for (f += skips; *f >= '0' && *f <= '9'; ++f) room = 10 * room + (*f - '0');                               \
    for (; *f == 'l' || *f == 'h' || *f == 'z' || *f == 'j'; ++f) longs += *f == 'h' ? -1 : *f == 'j' ? 2 : 1; \
    if (*f == 'n') {                                                                                           \
      store(__builtin_va_arg(args, void*), longs, at - s);                                                     \
      continue;                                                                                                \
    }                                                                                                          \
    if (*at == 0) {                                                                                            \
      if (converted == 0) converted = -1;                                                                      \
      break;                                                                                                   \
    }                                                                                                          \
    if (*f == 's' || *f == 'c') {                                                                              \
      int most = room > 0 ? room : *f == 'c' ? 1 : 0x7fffffff;                                                 \
      at = scan_characters(at, skips ? NULL : __builtin_va_arg(args, char*), most, *f == 's', *f == 's');      \
    } else if ((*f == 'd' || *f == 'u' || *f == 'x' || *f == 'i' || *f == 'o') && longs >= -1) {               \
      int base = *f == 'x' ? 16 : *f == 'i' ? 0 : *f == 'o' ? 8 : 10;                                          \
      struct Scanned r = scan_number(at, base, room > 0 ? room : 0x7fffffff);                                  \
      if (r.end == NULL) break;                                                                                \
      at = r.end;                                                                                              \
      if (!skips) store(__builtin_va_arg(args, void*), longs, r.number);                                       \
    } else {                                                                                                   \
      give_up;                                                                                                 \
      break;                                                                                                   \
    }                                                                                                          \
    converted += !skips;                                                                                       \
  }                                                                                                            \
  __builtin_va_end(args);                                                                                      \
  return converted
int sscanf(const char* s, const char* f, ...) { SCAN_TEXT(__heddle_conversion_of_scanf()); }
int __isoc99_sscanf(const char* s, const char* f, ...) { SCAN_TEXT(__heddle_conversion_of_scanf()); }
int __isoc23_sscanf(const char* s, const char* f, ...) { SCAN_TEXT(__heddle_conversion_of_scanf()); }
// A format that has nothing else, as the front end has seen (src/frontend/known_formats.cpp).
int __heddle_known_sscanf(const char* s, const char* f, ...) { SCAN_TEXT(); }
