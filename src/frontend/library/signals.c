// SPDX-License-Identifier: GPL-3.0-or-later
// Setting signals up. No signal arrives (docs/limits.md): what raises one (raise, kill, alarm) has no model. Who waits
// for any signal goes on whenever it likes, as if one had arrived that somebody else handles.
#include "heddle_builtins.h"

enum { kSignals = 65, kKill = 9, kStop = 19, kWords = 128 / sizeof(unsigned long), kBits = 8 * sizeof(unsigned long) };
typedef void (*Handler)(int);
typedef struct {
  unsigned long words[kWords];
} Set;
typedef struct {
  Handler handler;
  Set mask;
  int flags;
  void (*restorer)(void);
} Action;

void __heddle_former_handler_of_a_signal(void);  // no model: named in the answer

static int is_signal(int n) { return n > 0 && n < kSignals; }

int sigemptyset(Set* set) {
  for (unsigned i = 0; i < kWords; ++i) set->words[i] = 0;
  return 0;
}
int sigfillset(Set* set) {
  for (unsigned i = 0; i < kWords; ++i) set->words[i] = ~0UL;
  return 0;
}
int sigaddset(Set* set, int n) {
  if (!is_signal(n)) return fail_with(EINVAL);
  set->words[(unsigned)(n - 1) / kBits] |= 1UL << ((unsigned)(n - 1) % kBits);
  return 0;
}
int sigdelset(Set* set, int n) {
  if (!is_signal(n)) return fail_with(EINVAL);
  set->words[(unsigned)(n - 1) / kBits] &= ~(1UL << ((unsigned)(n - 1) % kBits));
  return 0;
}
int sigismember(const Set* set, int n) {
  if (!is_signal(n)) return fail_with(EINVAL);
  return (int)(set->words[(unsigned)(n - 1) / kBits] >> ((unsigned)(n - 1) % kBits) & 1);
}

// Which signals were blocked before is any set.
static int change_mask(int how, const Set* set, Set* old, unsigned low, unsigned high) {
  if (set != NULL && (how < 0 || how > 2)) return EINVAL;
  if (set != NULL) {
    Set seen = *set;
    (void)seen;
  }
  if (old == NULL) return 0;
  for (unsigned i = 0; i < kWords; ++i) old->words[i] = 0;
  old->words[0] = low;
  if (kBits == 64)
    old->words[0] |= (unsigned long)high << (kBits / 2);
  else
    old->words[1] = high;
  return 0;
}
int pthread_sigmask(int how, const Set* set, Set* old) {
  return change_mask(how, set, old, __heddle_Nondet(0, ~0U), __heddle_Nondet(0, ~0U));
}
int sigprocmask(int how, const Set* set, Set* old) {
  int error = change_mask(how, set, old, __heddle_Nondet(0, ~0U), __heddle_Nondet(0, ~0U));
  return error == 0 ? 0 : fail_with(error);
}

static Handler handlers[kSignals];
static char is_set[kSignals];  // by sigaction, with more than a handler

int sigaction(int n, const Action* new, Action* old) {
  if (!is_signal(n) || (new != NULL && (n == kKill || n == kStop))) return fail_with(EINVAL);
  Handler next = NULL;
  if (new != NULL) {
    Action seen = *new;
    next = seen.handler;
  }
  unsigned ignored = old != NULL ? __heddle_Nondet(0, 1) : 0;  // by whoever started the program
  __VERIFIER_atomic_begin();
  Handler before = is_set[n] || !ignored ? handlers[n] : (Handler)1;
  if (old != NULL && is_set[n]) __heddle_former_handler_of_a_signal();
  if (new != NULL) {
    handlers[n] = next;
    is_set[n] = 1;
  }
  __VERIFIER_atomic_end();
  if (old == NULL) return 0;
  old->handler = before;
  old->flags = 0;
  old->restorer = NULL;
  return sigemptyset(&old->mask);
}
Handler signal(int n, Handler next) {
  if (!is_signal(n) || n == kKill || n == kStop) {
    __heddle_errno = EINVAL;
    return (Handler)-1;
  }
  unsigned ignored = __heddle_Nondet(0, 1);  // by whoever started the program
  __VERIFIER_atomic_begin();
  Handler before = is_set[n] || !ignored ? handlers[n] : (Handler)1;
  handlers[n] = next;
  is_set[n] = 1;
  __VERIFIER_atomic_end();
  return before;
}
int siginterrupt(int n, int flag) { return is_signal(n) ? 0 : fail_with(EINVAL); }

#define ANY_MASK(set)                                                         \
  for (unsigned i = 0; i < kWords; ++i) (set)->words[i] = 0;                  \
  (set)->words[0] = __heddle_Nondet(0, ~0U);                                  \
  if (kBits == 64)                                                            \
    (set)->words[0] |= (unsigned long)__heddle_Nondet(0, ~0U) << (kBits / 2); \
  else                                                                        \
    (set)->words[1] = __heddle_Nondet(0, ~0U)
int sigpending(Set* set) {
  ANY_MASK(set);
  return 0;
}

typedef struct {
  void* block;
  int flags;
  size_t size;
} Stack;
int sigaltstack(const Stack* new, Stack* old) {
  enum { kDisabled = 2, kLeast = 2048 };
  static _Thread_local Stack stack_for_handlers = {NULL, kDisabled, 0};
  Stack next = stack_for_handlers, before = stack_for_handlers;
  if (new != NULL) {
    next = *new;
    if (next.flags & ~(kDisabled | (int)(1U << 31) | 1)) return fail_with(EINVAL);
    if (!(next.flags & kDisabled) && next.size < kLeast) return fail_with(ENOMEM);
    if (next.flags & kDisabled) next = (Stack){NULL, kDisabled, 0};
    stack_for_handlers = next;
  }
  if (old != NULL) *old = before;
  return 0;
}
