// SPDX-License-Identifier: GPL-3.0-or-later
// What the C models of library functions stand on: the builtins of src/model/builtins.def and the SV-COMP functions.
// The models are compiled freestanding, for ILP32 and LP64, and linked into the user's program one function at a time.
// Rules for them: no system headers; pthread objects are `void*`; state of the library itself is only touched with
// atomic operations or inside an atomic section (a model must never show up as a data race of the user); arbitrary
// values come from __heddle_Nondet, never filtered by an assume nor computed with (an input that is only handed on
// stays an interval; arithmetic makes the machine choose numbers); what cannot be said exactly is left out, so that the
// tool reports the call as unmodelled. State of a model orders no threads, unless it is called ordering_X: for
// functions that do by POSIX (4.12). A function __heddle_any_X without a definition does nothing but return any number:
// a proof may go on behind it, a search may not (model/library_names.h). A file refers to nothing that another file
// defines, except what stands here.
#pragma once

typedef __SIZE_TYPE__ size_t;
typedef unsigned long thread_t;  // pthread_t and thrd_t
typedef unsigned int tls_key_t;  // pthread_key_t and tss_t

#define NULL ((void*)0)
#define EPERM 1
#define EAGAIN 11
#define ENOMEM 12
#define EBUSY 16
#define EINVAL 22
#define ENOSPC 28
#define ERANGE 34
#define ETIMEDOUT 110
#define ECANCELED 125

unsigned __heddle_Nondet(unsigned low, unsigned high);                                    // constants
unsigned long long __heddle_NondetLong(unsigned long long low, unsigned long long high);  // constants
void* __heddle_Malloc(size_t size);
void* __heddle_Realloc(void* p, size_t size);
// undefined where they overlap
void __heddle_Apart(const void* block, size_t size, const void* other, size_t other_size);
int __heddle_ThreadCreate(thread_t* handle, int detached, void* function, void* argument);
int __heddle_ThreadJoin(thread_t thread, void* result);
int __heddle_ThreadTryJoin(thread_t thread, void* result);
int __heddle_ThreadDetach(thread_t thread);
// `requests` is the address of one global, written there and then
int __heddle_ThreadCancel(thread_t thread, void* requests);
int __heddle_ThreadCancelled(void* requests);
int __heddle_ThreadCancelJoin(thread_t thread, void* result, void* requests);
void __heddle_ThreadExit(void* result);
thread_t __heddle_ThreadSelf(void);
int __heddle_MutexInit(void* mutex, int kind);
int __heddle_MutexLock(void* mutex);
int __heddle_MutexTryLock(void* mutex);
int __heddle_MutexTimedLock(void* mutex, const void* until);  // deadlines mean something in a real run only
int __heddle_MutexUnlock(void* mutex);
int __heddle_CondWait(void* condition, void* mutex);
int __heddle_CondTimedWait(void* condition, void* mutex, const void* until);
int __heddle_CondCancelWait(void* condition, void* mutex, void* requests);
int __heddle_CondCancelTimedWait(void* condition, void* mutex, void* requests, const void* until);
int __heddle_BarrierInit(void* barrier, unsigned count);
int __heddle_SemInit(void* semaphore, unsigned value);
int __heddle_SemWait(void* semaphore);
int __heddle_SemCancelWait(void* semaphore, void* requests);
int __heddle_SemTryWait(void* semaphore);
int __heddle_SemTimedWait(void* semaphore, const void* until);

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

// errno. Weak, so that every file that needs it may bring it along.
__attribute__((weak)) _Thread_local int __heddle_errno;

static inline int fail_with(int error) {
  __heddle_errno = error;
  return -1;
}

// Texts from outside whose content is not known: arguments, and variables of the environment. None has a definition.
enum { kArguments = 8, kVariables = 3, kTexts = kArguments + kVariables };
extern char __heddle_argv_1[], __heddle_argv_2[], __heddle_argv_3[], __heddle_argv_4[], __heddle_argv_5[],
    __heddle_argv_6[], __heddle_argv_7[];
extern char __heddle_value_of_an_environment_variable[], __heddle_value_of_a_second_environment_variable[],
    __heddle_value_of_a_third_environment_variable[];

// 0: any other text
static inline int text_from_outside(const char* s) {
  if (s == __heddle_argv_1) return 1;
  if (s == __heddle_argv_2) return 2;
  if (s == __heddle_argv_3) return 3;
  if (s == __heddle_argv_4) return 4;
  if (s == __heddle_argv_5) return 5;
  if (s == __heddle_argv_6) return 6;
  if (s == __heddle_argv_7) return 7;
  if (s == __heddle_value_of_an_environment_variable) return kArguments;
  if (s == __heddle_value_of_a_second_environment_variable) return kArguments + 1;
  if (s == __heddle_value_of_a_third_environment_variable) return kArguments + 2;
  return 0;
}

// Texts that a program can only print.
extern char __heddle_text_of_an_error_message[], __heddle_name_of_a_locale[], __heddle_name_of_a_time_zone[];
static inline int is_message(const char* s) {
  return s == __heddle_text_of_an_error_message || s == __heddle_name_of_a_locale || s == __heddle_name_of_a_time_zone;
}

// The new thread may run before its creator stores the handle where the program wants it: POSIX orders the store before
// the return only.
static inline int start_thread(thread_t* handle, int detached, void* function, void* argument) {
  thread_t started;
  int error = __heddle_ThreadCreate(&started, detached, function, argument);
  if (error == 0) *handle = started;
  return error;
}
