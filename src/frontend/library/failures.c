// SPDX-License-Identifier: GPL-3.0-or-later
// check --malloc-may-fail: does the call that comes next fail? 0, or what it returns then (a null pointer, where it
// returns one).
#include "heddle_builtins.h"

enum { kThreadError = 2, kThreadNoMemory = 3 };
enum { ENFILE = 23, EMFILE = 24 };

int __heddle_out_of_memory(void) {
  if (!__heddle_Nondet(0, 1)) return 0;
  __heddle_errno = ENOMEM;
  return ENOMEM;
}
int __heddle_no_memory_and_errno(void) { return __heddle_Nondet(0, 1) ? fail_with(ENOMEM) : 0; }
int __heddle_no_descriptor(void) {
  switch (__heddle_Nondet(0, 2)) {
    case 0: return 0;
    case 1: return fail_with(EMFILE);
    default: return fail_with(ENFILE);
  }
}
int __heddle_no_memory(void) { return __heddle_Nondet(0, 1) ? ENOMEM : 0; }
int __heddle_no_thread(void) { return __heddle_Nondet(0, 1) ? EAGAIN : 0; }
int __heddle_no_resources(void) {
  switch (__heddle_Nondet(0, 2)) {
    case 0: return 0;
    case 1: return EAGAIN;
    default: return ENOMEM;
  }
}
int __heddle_no_semaphore(void) { return __heddle_Nondet(0, 1) ? fail_with(ENOSPC) : 0; }
int __heddle_no_c11_object(void) { return __heddle_Nondet(0, 1) ? kThreadError : 0; }
int __heddle_no_c11_memory(void) {
  switch (__heddle_Nondet(0, 2)) {
    case 0: return 0;
    case 1: return kThreadNoMemory;
    default: return kThreadError;
  }
}
