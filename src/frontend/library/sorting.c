// SPDX-License-Identifier: GPL-3.0-or-later
// qsort as insertion sort (equal elements keep their order, as in glibc's merge sort) and bsearch. qsort may write
// every element, whatever the order was, and does so here: who touches one meanwhile races with it.
#include "heddle_builtins.h"

typedef int (*Compare)(const void*, const void*);

void qsort(void* base, size_t n, size_t size, Compare compare) {
  if (n < 2 || size == 0) return;
  char* elements = base;
  char* moving = __builtin_alloca(size);
  __builtin_memcpy(moving, elements, size);
  __builtin_memcpy(elements, moving, size);
  for (size_t i = 1; i < n; ++i) {
    size_t at = i;
    while (at > 0 && compare(elements + (at - 1) * size, elements + i * size) > 0) --at;
    __builtin_memcpy(moving, elements + i * size, size);
    for (size_t j = i; j > at; --j) __builtin_memcpy(elements + j * size, elements + (j - 1) * size, size);
    __builtin_memcpy(elements + at * size, moving, size);
  }
}

void* bsearch(const void* key, const void* base, size_t n, size_t size, Compare compare) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char* element = (const char*)base + middle * size;
    int order = compare(key, element);
    if (order == 0) return (void*)element;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}
