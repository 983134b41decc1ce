// SPDX-License-Identifier: GPL-3.0-or-later
// Strings, byte by byte: every byte that the real function must look at is looked at, and no other.
#include "heddle_builtins.h"

size_t strlen(const char* s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return n;
}
size_t strnlen(const char* s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) ++n;
  return n;
}

static char* copy_string(char* to, const char* from) {  // gives the end of the copy
  for (size_t i = 0;; ++i) {
    __heddle_Apart(to, i + 1, from, i + 1);
    if ((to[i] = from[i]) == 0) return to + i;
  }
}
static char* copy_at_most(char* to, const char* from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; ++i) {
    __heddle_Apart(to, i + 1, from, i + 1);
    to[i] = from[i];
  }
  for (; i < n; ++i) to[i] = 0;
  return to;
}
static char* append_at_most(char* to, const char* from, size_t n) {
  char* end = to;
  while (*end != 0) ++end;
  size_t i = 0;
  for (; i < n && from[i] != 0; ++i) {
    __heddle_Apart(end, i + 1, from, i + 1);
    end[i] = from[i];
  }
  end[i] = 0;
  return to;
}
static char* append(char* to, const char* from) {
  char* end = to;
  while (*end != 0) ++end;
  copy_string(end, from);
  return to;
}

char* stpcpy(char* to, const char* from) { return copy_string(to, from); }
char* strcpy(char* to, const char* from) {
  copy_string(to, from);
  return to;
}
char* strncpy(char* to, const char* from, size_t n) { return copy_at_most(to, from, n); }
char* strcat(char* to, const char* from) { return append(to, from); }
char* strncat(char* to, const char* from, size_t n) { return append_at_most(to, from, n); }
char* __stpcpy_chk(char* to, const char* from, size_t room) { return copy_string(to, from); }
char* __strcpy_chk(char* to, const char* from, size_t room) {
  copy_string(to, from);
  return to;
}
char* __strncpy_chk(char* to, const char* from, size_t n, size_t room) { return copy_at_most(to, from, n); }
char* __strcat_chk(char* to, const char* from, size_t room) { return append(to, from); }
char* __strncat_chk(char* to, const char* from, size_t n, size_t room) { return append_at_most(to, from, n); }

static int compare(const char* a, const char* b, size_t most) {
  for (size_t i = 0; i < most; ++i) {
    unsigned char x = a[i], y = b[i];
    if (x != y) return x < y ? -1 : 1;
    if (x == 0) return 0;
  }
  return 0;
}
int strcmp(const char* a, const char* b) { return compare(a, b, ~(size_t)0); }
// The order is that of the locale; equal texts are equal in each.
int __heddle_any_order_of_two_texts(void);
int strcoll(const char* a, const char* b) {
  return compare(a, b, ~(size_t)0) == 0 ? 0 : __heddle_any_order_of_two_texts();
}
int strncmp(const char* a, const char* b, size_t n) { return compare(a, b, n); }

static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }
static int compare_ignoring_case(const char* a, const char* b, size_t most) {
  for (size_t i = 0; i < most; ++i) {
    int x = lower((unsigned char)a[i]), y = lower((unsigned char)b[i]);
    if (x != y) return x - y;
    if (x == 0) return 0;
  }
  return 0;
}
int strcasecmp(const char* a, const char* b) { return compare_ignoring_case(a, b, ~(size_t)0); }
int strncasecmp(const char* a, const char* b, size_t n) { return compare_ignoring_case(a, b, n); }

char* strchr(const char* s, int c) {
  for (;; ++s) {
    if (*s == (char)c) return (char*)s;
    if (*s == 0) return NULL;
  }
}
char* strrchr(const char* s, int c) {
  const char* last = NULL;
  for (;; ++s) {
    if (*s == (char)c) last = s;
    if (*s == 0) return (char*)last;
  }
}
char* strchrnul(const char* s, int c) {
  while (*s != 0 && *s != (char)c) ++s;
  return (char*)s;
}
char* index(const char* s, int c) { return strchr(s, c); }
char* rindex(const char* s, int c) { return strrchr(s, c); }

static int is_prefix(const char* prefix, const char* s) {
  for (; *prefix != 0; ++prefix, ++s)
    if (*s != *prefix) return 0;
  return 1;
}
char* strstr(const char* s, const char* wanted) {
  for (;; ++s) {
    if (is_prefix(wanted, s)) return (char*)s;
    if (*s == 0) return NULL;
  }
}

static int is_one_of(char c, const char* set) {
  for (; *set != 0; ++set)
    if (*set == c) return 1;
  return 0;
}
static size_t span(const char* s, const char* set, int inside) {
  size_t n = 0;
  while (s[n] != 0 && is_one_of(s[n], set) == inside) ++n;
  return n;
}
size_t strspn(const char* s, const char* set) { return span(s, set, 1); }
size_t strcspn(const char* s, const char* set) { return span(s, set, 0); }
char* strpbrk(const char* s, const char* set) {
  s += span(s, set, 0);
  return *s != 0 ? (char*)s : NULL;
}
char* strtok_r(char* s, const char* separators, char** rest) {
  if (s == NULL) s = *rest;
  s += span(s, separators, 1);
  if (*s == 0) {
    *rest = s;
    return NULL;
  }
  char* end = s + span(s, separators, 0);
  *rest = end;
  if (*end != 0) {
    *end = 0;
    *rest = end + 1;
  }
  return s;
}
// Not for several threads at once: where they are, it is a race.
char* strtok(char* s, const char* separators) {
  static char* rest_of_strtok;
  return strtok_r(s, separators, &rest_of_strtok);
}
char* strsep(char** rest, const char* separators) {
  char* s = *rest;
  if (s == NULL) return NULL;
  char* end = s + span(s, separators, 0);
  *rest = *end == 0 ? NULL : end + 1;
  if (*end != 0) *end = 0;
  return s;
}

static char* duplicate(const char* s, size_t n) {
  char* copy = __heddle_Malloc(n + 1);
  if (copy == NULL) return NULL;
  for (size_t i = 0; i < n; ++i) copy[i] = s[i];
  copy[n] = 0;
  return copy;
}
char* strdup(const char* s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return duplicate(s, n);
}
char* strndup(const char* s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) ++n;
  return duplicate(s, n);
}
char* __strdup(const char* s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return duplicate(s, n);
}
