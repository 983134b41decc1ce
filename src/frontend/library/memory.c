// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of memory. The built-in forms become Copy and Fill instructions, which keep pointers inside the block intact.
#include "heddle_builtins.h"

// A copy of a block onto itself is not reported: compilers write such copies. The two pointers are not compared, since
// one of them may lead to another thread's variable (engines/explore/ended_variables.h).
static void must_be_apart(const char* to, const char* from, size_t n) {
  if (n <= 1) return;
  __heddle_Apart(to + 1, n - 1, from, 1);
  __heddle_Apart(from + 1, n - 1, to, 1);
}
void* memcpy(void* to, const void* from, size_t n) {
  must_be_apart(to, from, n);
  return __builtin_memcpy(to, from, n);
}
void* memmove(void* to, const void* from, size_t n) { return __builtin_memmove(to, from, n); }
void* memset(void* to, int byte, size_t n) { return __builtin_memset(to, byte, n); }
void* mempcpy(void* to, const void* from, size_t n) {
  must_be_apart(to, from, n);
  return (char*)__builtin_memcpy(to, from, n) + n;
}
void* __memcpy_chk(void* to, const void* from, size_t n, size_t room) {
  must_be_apart(to, from, n);
  return __builtin_memcpy(to, from, n);
}
void* __memmove_chk(void* to, const void* from, size_t n, size_t room) { return __builtin_memmove(to, from, n); }
void* __memset_chk(void* to, int byte, size_t n, size_t room) { return __builtin_memset(to, byte, n); }
void bzero(void* to, size_t n) { __builtin_memset(to, 0, n); }
void explicit_bzero(void* to, size_t n) { __builtin_memset(to, 0, n); }
void bcopy(const void* from, void* to, size_t n) { __builtin_memmove(to, from, n); }

int memcmp(const void* a, const void* b, size_t n) {
  const unsigned char* x = a;
  const unsigned char* y = b;
  for (size_t i = 0; i < n; ++i)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}
int bcmp(const void* a, const void* b, size_t n) {
  const unsigned char* x = a;
  const unsigned char* y = b;
  for (size_t i = 0; i < n; ++i)
    if (x[i] != y[i]) return 1;
  return 0;
}
void* memchr(const void* s, int c, size_t n) {
  const unsigned char* p = s;
  for (size_t i = 0; i < n; ++i)
    if (p[i] == (unsigned char)c) return (void*)(p + i);
  return NULL;
}
void* memrchr(const void* block, int c, size_t n) {
  const unsigned char* p = block;
  while (n-- > 0)
    if (p[n] == (unsigned char)c) return (void*)(p + n);
  return NULL;
}
void* memccpy(void* restrict to, const void* restrict from, int c, size_t n) {
  unsigned char* out = to;
  const unsigned char* in = from;
  for (size_t i = 0; i < n; ++i) {
    __heddle_Apart(to, i + 1, from, i + 1);
    if ((out[i] = in[i]) == (unsigned char)c) return out + i + 1;
  }
  return NULL;
}
void* memmem(const void* block, size_t size, const void* part, size_t length) {
  const unsigned char *p = block, *q = part;
  for (size_t at = 0; at + length <= size; ++at) {
    size_t i = 0;
    while (i < length && p[at + i] == q[i]) ++i;
    if (i == length) return (void*)(p + at);
  }
  return NULL;
}

// Allocation. A call with a constant alignment comes to one of the models with a number (src/frontend/alignments.cpp);
// for the others 0 stands for an alignment that is not known.
static int power_of_two(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

#define INTO(make)                                                               \
  if (!power_of_two(alignment) || alignment % sizeof(void*) != 0) return EINVAL; \
  void* p = make(size);                                                          \
  if (p == NULL) return ENOMEM;                                                  \
  *block = p;                                                                    \
  return 0
void* __heddle_block_at_0(size_t size) { return __heddle_Malloc(size); }
int posix_memalign(void** block, size_t alignment, size_t size) { INTO(__heddle_block_at_0); }
void* aligned_alloc(size_t alignment, size_t size) { return __heddle_block_at_0(size); }
void* memalign(size_t alignment, size_t size) { return __heddle_block_at_0(size); }
#define BLOCKS_AT(n)                                                                                      \
  void* __heddle_block_at_##n(size_t size) { return __heddle_Malloc(size); }                              \
  void* __heddle_aligned_alloc_##n(size_t alignment, size_t size) { return __heddle_block_at_##n(size); } \
  void* __heddle_memalign_##n(size_t alignment, size_t size) { return __heddle_block_at_##n(size); }      \
  int __heddle_posix_memalign_##n(void** block, size_t alignment, size_t size) { INTO(__heddle_block_at_##n); }
BLOCKS_AT(16)
BLOCKS_AT(32)
BLOCKS_AT(64)
BLOCKS_AT(128)
BLOCKS_AT(256)
BLOCKS_AT(512)
BLOCKS_AT(1024)
BLOCKS_AT(2048)
BLOCKS_AT(4096)
void* valloc(size_t size) { return __heddle_block_at_4096(size); }
void* reallocarray(void* p, size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) {
    __heddle_errno = ENOMEM;
    return NULL;
  }
  return __heddle_Realloc(p, bytes);
}
