// SPDX-License-Identifier: GPL-3.0-or-later
// What library functions look at (see src/frontend/looks.cpp, which puts these calls in front of them).
#include "heddle_builtins.h"

void __heddle_look_at_string(const char* s) {
  while (*s != 0) ++s;
}
void __heddle_look_at_string_if_any(const char* s) {
  while (s != NULL && *s != 0) ++s;
}
void __heddle_look_at_most(const char* s, int most) {  // a negative precision counts as not given
  for (int i = 0; (most < 0 || i < most) && s[i] != 0; ++i) {}
}
// The same where a text may be one from outside, whose content is not known. It is there, and it ends.
void __heddle_outside_look_at_string(const char* s) {
  if (!text_from_outside(s) && !is_message(s))
    while (*s != 0) ++s;
}
void __heddle_outside_look_at_string_if_any(const char* s) {
  if (!text_from_outside(s) && !is_message(s))
    while (s != NULL && *s != 0) ++s;
}
void __heddle_outside_look_at_most(const char* s, int most) {
  if (!text_from_outside(s) && !is_message(s))
    for (int i = 0; (most < 0 || i < most) && s[i] != 0; ++i) {}
}
void __heddle_look_at_block(const void* block, size_t size, size_t n) {
  const char* bytes = block;
  char seen;
  for (size_t i = 0; i < size * n; ++i) seen = bytes[i];
  (void)seen;
}
void __heddle_look_at_bytes(const void* block, size_t size) {
  const char* bytes = block;
  char seen;
  for (size_t i = 0; i < size; ++i) seen = bytes[i];
  (void)seen;
}
void __heddle_look_at_time_if_any(const long* time) {
  if (time == NULL) return;
  long seconds = time[0], fraction = time[1];
  (void)seconds, (void)fraction;
}
void __heddle_look_at_number_if_any(const int* number) {
  int seen = number == NULL ? 0 : *number;
  (void)seen;
}

// Formats that are known at run time only, and argument lists.
typedef __builtin_va_list va_list;

void __heddle_wide_or_counting_conversion_of_printf(void);  // no model: named in the answer

// Takes the argument of one conversion; `longs` counts its `l`s, 2 for every other length of 64 bits.
static void take(char letter, int longs, int most, va_list* args) {
  switch (letter) {
    case 'c':
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      if (longs == 0) (void)__builtin_va_arg(*args, int);
      if (longs == 1) (void)__builtin_va_arg(*args, long);
      if (longs >= 2) (void)__builtin_va_arg(*args, long long);
      return;
    case 'p': (void)__builtin_va_arg(*args, void*); return;
    case 's':
      if (longs == 0) {
        __heddle_look_at_most(__builtin_va_arg(*args, const char*), most);
        return;
      }
      break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': (void)__builtin_va_arg(*args, double); return;
    case 'm':
    case '%': return;
    default: break;
  }
  __heddle_wide_or_counting_conversion_of_printf();
}

static int number_or_argument(const char** f, va_list* args) {
  int n = 0;
  if (**f == '*') {
    ++*f;
    return __builtin_va_arg(*args, int);
  }
  for (; **f >= '0' && **f <= '9'; ++*f) n = n * 10 + (**f - '0');
  return n;
}

static int look_at_arguments(const char* f, va_list* args) {
  while (*f != 0) {
    if (*f++ != '%') continue;
    while (*f == '-' || *f == '+' || *f == ' ' || *f == '#' || *f == '0') ++f;
    number_or_argument(&f, args);
    int most = -1, longs = 0;
    if (*f == '.') {
      ++f;
      most = number_or_argument(&f, args);
    }
    for (;; ++f) {
      if (*f == 'l' || *f == 'z' || *f == 't')
        ++longs;
      else if (*f == 'j' || *f == 'q')
        longs = 2;
      else if (*f != 'h')
        break;
    }
    if (*f == 0) break;
    take(*f++, longs, most, args);
  }
  return (int)__heddle_Nondet(0, 0xffffffff);
}

void __heddle_look_at_format(const char* f, ...) {
  va_list args;
  __builtin_va_start(args, f);
  look_at_arguments(f, &args);
  __builtin_va_end(args);
}

#define LOOK                           \
  va_list copy;                        \
  __builtin_va_copy(copy, args);       \
  int n = look_at_arguments(f, &copy); \
  __builtin_va_end(copy);              \
  return n

int vprintf(const char* f, va_list args) { LOOK; }
int vfprintf(void* stream, const char* f, va_list args) { LOOK; }
int vdprintf(int file, const char* f, va_list args) { LOOK; }
int vsyslog(int priority, const char* f, va_list args) { LOOK; }
int __vprintf_chk(int flag, const char* f, va_list args) { LOOK; }
int __vfprintf_chk(void* stream, int flag, const char* f, va_list args) { LOOK; }

void __heddle_Exit(int code);
#define LOOK_AND_EXIT                 \
  va_list args;                       \
  __builtin_va_start(args, f);        \
  if (f) look_at_arguments(f, &args); \
  __builtin_va_end(args);             \
  __heddle_Exit(code)
void err(int code, const char* f, ...) { LOOK_AND_EXIT; }
void errx(int code, const char* f, ...) { LOOK_AND_EXIT; }

// Output functions that are called through a pointer.
int puts(const char* s);
int fputs(const char* s, void* stream);
void perror(const char* s);
size_t fwrite(const void* block, size_t size, size_t n, void* stream);
int __heddle_called_puts(const char* s) {
  __heddle_outside_look_at_string(s);
  return puts(s);
}
int __heddle_called_fputs(const char* s, void* stream) {
  __heddle_outside_look_at_string(s);
  return fputs(s, stream);
}
void __heddle_called_perror(const char* s) {
  __heddle_outside_look_at_string_if_any(s);
  perror(s);
}
size_t __heddle_called_fwrite(const void* block, size_t size, size_t n, void* stream) {
  __heddle_look_at_block(block, size, n);
  return fwrite(block, size, n, stream);
}
#define LOOK_ONLY                              \
  va_list args;                                \
  __builtin_va_start(args, f);                 \
  int n = f ? look_at_arguments(f, &args) : 0; \
  __builtin_va_end(args);                      \
  return n
int __heddle_called_printf(const char* f, ...) { LOOK_ONLY; }
int __heddle_called_fprintf(void* stream, const char* f, ...) { LOOK_ONLY; }
int __heddle_called_dprintf(int file, const char* f, ...) { LOOK_ONLY; }
int __heddle_called___printf_chk(int flag, const char* f, ...) { LOOK_ONLY; }
int __heddle_called___fprintf_chk(void* stream, int flag, const char* f, ...) { LOOK_ONLY; }
int __heddle_called_syslog(int priority, const char* f, ...) { LOOK_ONLY; }
int __heddle_called_warn(const char* f, ...) { LOOK_ONLY; }
int __heddle_called_warnx(const char* f, ...) { LOOK_ONLY; }
