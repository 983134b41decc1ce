// SPDX-License-Identifier: GPL-3.0-or-later
// Standard input as the user gave it with --stdin, byte by byte, for streams (streams.c) and descriptors (files.c).
// What is weak here exists once, whichever file brings it along.
#pragma once
#include "heddle_builtins.h"

enum { kLongest = 8 };  // bytes of a read that a search looks at
#define ANY_ERROR ((int)__heddle_Nondet(1, 133))
#define WORKS (__heddle_Nondet(0, 1) ? 0 : fail_with(ANY_ERROR))
#define ANY_PLACE \
  (sizeof(long) == 8 ? (long)__heddle_NondetLong(0, 0x7fffffffffffffffULL) : (long)__heddle_Nondet(0, 0x7fffffff))
typedef long ssize_t;

// A read of more bytes: a search proves nothing behind it, and an analysis goes on with any size.
unsigned __heddle_any_size_of_a_read_of_more_than_eight_bytes(void);
static inline unsigned at_least(unsigned n) {
  unsigned more = __heddle_any_size_of_a_read_of_more_than_eight_bytes();
  return more > n ? more : n;
}
// The same where the read may fill a whole block. A search looks at the last byte of the block before it stops: the
// byte may lie outside of the object, or another thread may use it.
static inline unsigned at_least_to(unsigned n, void* last) {
  volatile unsigned char* byte = last;
  *byte = (unsigned char)__heddle_Nondet(0, 255);
  (void)*byte;  // a step of its own: what comes behind it would be part of the step that writes
  return at_least(n);
}

// What the user gave as standard input; no size: nothing.
__attribute__((weak)) const char __heddle_given_input[1] = {0};
__attribute__((weak)) const ssize_t __heddle_given_size = -1;
__attribute__((weak)) ssize_t __heddle_taken;  // bytes of it
__attribute__((weak)) int __heddle_at_end, __heddle_by_stream;

static inline int next_given(int by_stream) {  // -1: the end
  __VERIFIER_atomic_begin();
  int c = __heddle_taken < __heddle_given_size ? (unsigned char)__heddle_given_input[__heddle_taken] : -1;
  if (c >= 0)
    ++__heddle_taken;
  else
    __heddle_at_end = 1;
  __heddle_by_stream |= by_stream;
  __VERIFIER_atomic_end();
  return c;
}
