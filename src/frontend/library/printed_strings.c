// SPDX-License-Identifier: GPL-3.0-or-later
// The reading side of output functions (see src/frontend/printed_strings.cpp, which puts these calls in front of them).
#include "heddle_builtins.h"

void __heddle_look_at_string(const char* s) {
  while (*s != 0) ++s;
}
void __heddle_look_at_string_if_any(const char* s) {
  while (s != NULL && *s != 0) ++s;
}
void __heddle_look_at_most(const char* s, int most) {  // a negative precision counts as none
  for (int i = 0; (most < 0 || i < most) && s[i] != 0; ++i) {
  }
}
void __heddle_look_at_block(const void* block, size_t size, size_t n) {
  const char* bytes = block;
  char seen;
  for (size_t i = 0; i < size * n; ++i) seen = bytes[i];
  (void)seen;
}
