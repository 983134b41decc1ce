// SPDX-License-Identifier: GPL-3.0-or-later
// sprintf and its family for what programs print most: %d %i %u %x %X %o %c %s %% with flags, width, precision and the
// lengths hh h l ll z j t. Floating point, %p and %n end in a call without a model, so that nothing is proven past
// them. A format that the front end knows to have none of these goes to __heddle_known_X, where no such call stands.
#include "heddle_builtins.h"

typedef __builtin_va_list va_list;
#define va_start __builtin_va_start
#define va_arg __builtin_va_arg
#define va_end __builtin_va_end

void __heddle_conversion_of_printf(void);  // no model: named in the answer

struct target {
  char* to;
  size_t room, length;  // room: bytes including the final 0; length: what the whole text needs
};
struct conversion {
  int left, plus, blank, zero, alternative;
  int width, precision;  // precision -1: not given
  int length;            // -2 hh, -1 h, 0, 1 l, 2 ll and the like
};

static void put(struct target* t, char c) {
  if (t->length + 1 < t->room) t->to[t->length] = c;
  t->length++;
}
static void pad(struct target* t, char c, int n) {
  for (; n > 0; --n) put(t, c);
}

static void put_number(struct target* t, const struct conversion* c, unsigned long long value, int negative,
                       unsigned base, const char* digits) {
  char text[24];
  int n = 0;
  for (; value != 0; value /= base) text[n++] = digits[value % base];
  int shown = n;
  if (c->precision < 0 && n == 0) shown = 1;
  if (shown < c->precision) shown = c->precision;
  if (c->alternative && base == 8 && shown <= n) shown = n + 1;
  char sign = negative ? '-' : c->plus ? '+' : c->blank ? ' ' : 0;
  int prefix = c->alternative && base == 16 && n > 0 ? 2 : 0;
  int fill = c->width - shown - prefix - (sign != 0);
  int zeros = c->zero && !c->left && c->precision < 0;
  if (!c->left && !zeros) pad(t, ' ', fill);
  if (sign) put(t, sign);
  if (prefix) {
    put(t, '0');
    put(t, digits[10] == 'a' ? 'x' : 'X');
  }
  if (zeros) pad(t, '0', fill);
  pad(t, '0', shown - n);
  while (n > 0) put(t, text[--n]);
  if (c->left) pad(t, ' ', fill);
}

static void put_text(struct target* t, const struct conversion* c, const char* s, int n) {
  if (!c->left) pad(t, ' ', c->width - n);
  for (int i = 0; i < n; ++i) put(t, s[i]);
  if (c->left) pad(t, ' ', c->width - n);
}

// What was written so far, and this text, is not where the text comes from.
static void must_be_apart(const struct target* t, const char* s, size_t n) {
  size_t written = t->length + n < t->room ? t->length + n : t->room;
  if (written != 0 && n != 0) __heddle_Apart(t->to, written, s, n);
}

static const char* read_flags(const char* f, struct conversion* c) {
  for (;; ++f) {
    if (*f == '-')
      c->left = 1;
    else if (*f == '+')
      c->plus = 1;
    else if (*f == ' ')
      c->blank = 1;
    else if (*f == '0')
      c->zero = 1;
    else if (*f == '#')
      c->alternative = 1;
    else
      return f;
  }
}
static const char* read_number(const char* f, int* n) {
  for (*n = 0; *f >= '0' && *f <= '9'; ++f) *n = *n * 10 + (*f - '0');
  return f;
}
static const char* read_length(const char* f, struct conversion* c) {
  for (;; ++f) {
    if (*f == 'h')
      c->length--;
    else if (*f == 'l')
      c->length += sizeof(long) == sizeof(long long) ? 2 : 1;
    else if (*f == 'z' || *f == 't')
      c->length = sizeof(size_t) == sizeof(long long) ? 2 : 0;
    else if (*f == 'j')
      c->length = 2;
    else
      return f;
  }
}

#define FORMAT format
#include "formatted_text.h"
#undef FORMAT
#define FORMAT known_format
#define KNOWN
#include "formatted_text.h"

int vsnprintf(char* to, size_t room, const char* f, va_list arguments) {
  struct target t = {to, room, 0};
  return format(&t, f, arguments);
}
int vsprintf(char* to, const char* f, va_list arguments) {
  struct target t = {to, ~(size_t)0, 0};
  return format(&t, f, arguments);
}
int snprintf(char* to, size_t room, const char* f, ...) {
  struct target t = {to, room, 0};
  va_list arguments;
  va_start(arguments, f);
  int n = format(&t, f, arguments);
  va_end(arguments);
  return n;
}
int sprintf(char* to, const char* f, ...) {
  struct target t = {to, ~(size_t)0, 0};
  va_list arguments;
  va_start(arguments, f);
  int n = format(&t, f, arguments);
  va_end(arguments);
  return n;
}

// A text in a block of its own: measured first, then written.
int vasprintf(char** result, const char* f, va_list arguments) {
  va_list again;
  __builtin_va_copy(again, arguments);
  struct target measure = {NULL, 0, 0};
  int n = format(&measure, f, arguments);
  char* text = __heddle_Malloc((size_t)n + 1);
  if (text != NULL) {
    struct target t = {text, (size_t)n + 1, 0};
    format(&t, f, again);
    *result = text;
  }
  va_end(again);
  return text != NULL ? n : -1;
}
int asprintf(char** result, const char* f, ...) {
  va_list arguments;
  va_start(arguments, f);
  int n = vasprintf(result, f, arguments);
  va_end(arguments);
  return n;
}

int __heddle_known_vsnprintf(char* to, size_t room, const char* f, va_list arguments) {
  struct target t = {to, room, 0};
  return known_format(&t, f, arguments);
}
int __heddle_known_vsprintf(char* to, const char* f, va_list arguments) {
  struct target t = {to, ~(size_t)0, 0};
  return known_format(&t, f, arguments);
}
int __heddle_known_snprintf(char* to, size_t room, const char* f, ...) {
  struct target t = {to, room, 0};
  va_list arguments;
  va_start(arguments, f);
  int n = known_format(&t, f, arguments);
  va_end(arguments);
  return n;
}
int __heddle_known_sprintf(char* to, const char* f, ...) {
  struct target t = {to, ~(size_t)0, 0};
  va_list arguments;
  va_start(arguments, f);
  int n = known_format(&t, f, arguments);
  va_end(arguments);
  return n;
}

int __heddle_known_vasprintf(char** result, const char* f, va_list arguments) {
  va_list again;
  __builtin_va_copy(again, arguments);
  struct target measure = {NULL, 0, 0};
  int n = known_format(&measure, f, arguments);
  char* text = __heddle_Malloc((size_t)n + 1);
  if (text != NULL) {
    struct target t = {text, (size_t)n + 1, 0};
    known_format(&t, f, again);
    *result = text;
  }
  va_end(again);
  return text != NULL ? n : -1;
}
int __heddle_known_asprintf(char** result, const char* f, ...) {
  va_list arguments;
  va_start(arguments, f);
  int n = __heddle_known_vasprintf(result, f, arguments);
  va_end(arguments);
  return n;
}
