// SPDX-License-Identifier: GPL-3.0-or-later
// What scanf and sscanf share: where a number goes that was read.
#pragma once

typedef __builtin_va_list va_list;
void __heddle_conversion_of_scanf(void);  // no model: named in the answer

// `longs` counts the `l`s of the conversion; -1 is `h`.
static inline void store(void* where, int longs, long long number) {
  if (longs < 0)
    *(short*)where = (short)number;
  else if (longs == 0)
    *(int*)where = (int)number;
  else if (longs == 1)
    *(long*)where = (long)number;
  else
    *(long long*)where = number;
}
