// SPDX-License-Identifier: GPL-3.0-or-later
// What a program asks the system about itself: limits, processors, priorities, its threads' numbers; memory from mmap;
// system calls by number, of which the futex is the important one.
#include "heddle_builtins.h"

enum { kProcessorsConfigured = 83, kProcessorsOnline = 84, kPageSize = 30, kPage = 4096, kMostProcessors = 8192 };
#define ANY_FAILURE (__heddle_Nondet(0, 1) ? fail_with((int)__heddle_Nondet(1, 133)) : 0)

long sysconf(int name) {
  if (name == kPageSize) return kPage;
  if (name == kProcessorsConfigured || name == kProcessorsOnline) return (long)__heddle_Nondet(1, kMostProcessors);
  return (long)(int)__heddle_Nondet(0, ~0U);
}
int getpagesize(void) { return kPage; }
int get_nprocs(void) { return (int)__heddle_Nondet(1, kMostProcessors); }
int get_nprocs_conf(void) { return (int)__heddle_Nondet(1, kMostProcessors); }
unsigned getuid(void) { return __heddle_Nondet(0, ~0U); }
unsigned geteuid(void) { return __heddle_Nondet(0, ~0U); }
unsigned getgid(void) { return __heddle_Nondet(0, ~0U); }
unsigned getegid(void) { return __heddle_Nondet(0, ~0U); }
int getppid(void) { return (int)__heddle_Nondet(0, 0x400000); }

struct Limit {
  unsigned long now, most;
};
#define ANY_LIMIT (sizeof(long) == 8 ? (unsigned long)__heddle_NondetLong(0, ~0ULL) : __heddle_Nondet(0, ~0U))
int getrlimit(int resource, struct Limit* limit) {
  if (resource < 0 || resource > 15) return fail_with(EINVAL);
  limit->now = ANY_LIMIT;
  limit->most = ANY_LIMIT;
  return 0;
}
int setrlimit(int resource, const struct Limit* limit) {
  struct Limit seen = *limit;
  (void)seen;
  return ANY_FAILURE;
}
void __heddle_option_of_prctl(void);  // no model: named in the answer
int prctl(int option, ...) {
  enum { kSetDeathSignal = 1, kSetName = 15, kLongestName = 15 };
  if (option == kSetName) {
    __builtin_va_list args;
    __builtin_va_start(args, option);
    const char* name = __builtin_va_arg(args, const char*);
    __builtin_va_end(args);
    for (int i = 0; i < kLongestName && name[i] != 0; ++i) {}
  }
  if (option == kSetName || option == kSetDeathSignal) return 0;
  __heddle_option_of_prctl();
  return ANY_FAILURE;
}
int mlock(const void* block, size_t size) { return ANY_FAILURE; }
int mlockall(int flags) { return ANY_FAILURE; }
int munlock(const void* block, size_t size) { return ANY_FAILURE; }
int munlockall(void) { return ANY_FAILURE; }
void __heddle_advice_that_changes_memory(void);  // no model: named in the answer
int madvise(void* block, size_t size, int advice) {
  enum { kDontNeed = 4, kFree = 8, kRemove = 9, kLastHarmless = 23 };
  if (advice == kDontNeed || advice == kFree || advice == kRemove || advice > kLastHarmless)
    __heddle_advice_that_changes_memory();
  return ANY_FAILURE;
}
static void look_at(const void* block, size_t size) {
  const char* bytes = block;
  char seen;
  for (size_t i = 0; i < size; ++i) seen = bytes[i];
  (void)seen;
}
int setpriority(int which, unsigned who, int priority) { return ANY_FAILURE; }
void __heddle_memory_that_must_not_be_written(void);  // no model: named in the answer
int mprotect(void* block, size_t size, int protection) {
  enum { kReadAndWrite = 3 };
  if ((protection & kReadAndWrite) != kReadAndWrite) __heddle_memory_that_must_not_be_written();
  return ANY_FAILURE;
}
int msync(void* block, size_t size, int flags) { return ANY_FAILURE; }
#define ANY_NICENESS (__heddle_Nondet(0, 1) ? (int)__heddle_Nondet(0, 19) : (int)__heddle_Nondet(-20U, ~0U))
int getpriority(int which, unsigned who) { return ANY_NICENESS; }
int nice(int more) { return __heddle_Nondet(0, 1) ? fail_with(EPERM) : ANY_NICENESS; }

// Times of the processor, then numbers of what happened.
struct Usage {
  struct {
    long seconds, microseconds;
  } user, system;
  long counts[14];
};
#define ANY_COUNT (sizeof(long) == 8 ? (long)__heddle_NondetLong(0, ~0ULL >> 1) : (long)__heddle_Nondet(0, 0x7fffffff))
int getrusage(int who, struct Usage* usage) {
  if (who < -1 || who > 1) return fail_with(EINVAL);
  usage->user.seconds = ANY_COUNT;
  usage->user.microseconds = (long)__heddle_Nondet(0, 999999);
  usage->system.seconds = ANY_COUNT;
  usage->system.microseconds = (long)__heddle_Nondet(0, 999999);
  for (int i = 0; i < 14; ++i) usage->counts[i] = ANY_COUNT;
  return 0;
}

enum { kFifo = 1, kRoundRobin = 2 };
int sched_get_priority_max(int policy) {
  if (policy == kFifo || policy == kRoundRobin) return 99;
  return policy >= 0 && policy <= 6 ? 0 : fail_with(EINVAL);
}
int sched_get_priority_min(int policy) {
  if (policy == kFifo || policy == kRoundRobin) return 1;
  return policy >= 0 && policy <= 6 ? 0 : fail_with(EINVAL);
}
int sched_setscheduler(int process, int policy, const int* priority) {
  look_at(priority, sizeof *priority);
  return ANY_FAILURE;
}
int sched_setparam(int process, const int* priority) {
  look_at(priority, sizeof *priority);
  return ANY_FAILURE;
}
#define ANY_ERROR_OR_NONE ((int)__heddle_Nondet(0, 133))
int pthread_setschedparam(thread_t thread, int policy, const int* priority) {
  look_at(priority, sizeof *priority);
  return ANY_ERROR_OR_NONE;
}
int pthread_setaffinity_np(thread_t thread, size_t size, const void* processors) {
  look_at(processors, size);
  return ANY_ERROR_OR_NONE;
}
int sched_getscheduler(int process) { return (int)__heddle_Nondet(0, 6); }
int sched_getparam(int process, int* priority) {
  *priority = (int)__heddle_Nondet(0, 99);
  return 0;
}
int sched_getcpu(void) { return (int)__heddle_Nondet(0, kMostProcessors - 1); }
int sched_setaffinity(int process, size_t size, const void* processors) {
  look_at(processors, size);
  return ANY_FAILURE;
}
static int any_processors(size_t size, unsigned char* processors, unsigned first) {
  if (size % sizeof(long) != 0) return EINVAL;
  for (size_t i = 0; i < size; ++i) processors[i] = 0;
  if (size > 0) processors[0] = (unsigned char)first;
  return 0;
}
int sched_getaffinity(int process, size_t size, unsigned char* processors) {
  if (__heddle_Nondet(0, 1)) return fail_with((int)__heddle_Nondet(1, 133));
  return any_processors(size, processors, __heddle_Nondet(1, 255)) == 0 ? 0 : fail_with(EINVAL);
}
int pthread_getaffinity_np(thread_t thread, size_t size, unsigned char* processors) {
  return any_processors(size, processors, __heddle_Nondet(1, 255));
}

// A number for each thread that asks, none of them twice.
int gettid(void) {
  static int first, given;
  static _Thread_local int mine;
  if (mine != 0) return mine;
  __VERIFIER_atomic_begin();
  if (first == 0) first = (int)__heddle_Nondet(1, 0x400000);
  mine = first + given++;
  __VERIFIER_atomic_end();
  return mine;
}

unsigned __heddle_any_size_of_a_mapped_file_above_eight_bytes(void);
void* __heddle_Calloc(size_t n, size_t size);
void* __heddle_block_at_4096_of_zeros(size_t size) { return __heddle_Calloc(1, size); }
static void* no_map(int error) {
  __heddle_errno = error;
  return (void*)-1;
}
// A file says anything. What is written into it is seen wherever it is mapped, which is not modelled.
void __heddle_file_that_is_mapped_to_be_written(void);  // no model: named in the answer
void __heddle_memory_at_a_chosen_address(void);         // likewise
static void* map(size_t size, int protection, int flags, unsigned works) {
  enum { kShared = 1, kToBeWritten = 2, kFixed = 0x10, kFixedIfFree = 0x100000, kAnonymous = 0x20, kKnown = 8 };
  if (flags & (kFixed | kFixedIfFree)) __heddle_memory_at_a_chosen_address();
  if (!(flags & kAnonymous) && (flags & kShared) && (protection & kToBeWritten))
    __heddle_file_that_is_mapped_to_be_written();
  if (size == 0) return no_map(EINVAL);
  if (!(flags & kAnonymous) && !works) return no_map(ENOMEM);
  unsigned char* block = __heddle_block_at_4096_of_zeros(size);
  if (flags & kAnonymous) return block;
  size_t read = size > kKnown ? __heddle_any_size_of_a_mapped_file_above_eight_bytes() : size;
  for (size_t i = 0; i < size && i < read; ++i) block[i] = (unsigned char)__heddle_Nondet(0, 255);
  return block;
}
void* mmap(void* wish, size_t size, int protection, int flags, int file, long offset) {
  return map(size, protection, flags, flags & 0x20 ? 1 : __heddle_Nondet(0, 1));
}
void* mmap64(void* wish, size_t size, int protection, int flags, int file, long long offset) {
  return map(size, protection, flags, flags & 0x20 ? 1 : __heddle_Nondet(0, 1));
}
int munmap(void* block, size_t size) {
  return size == 0 ? fail_with(EINVAL) : 0;
}  // the block stays, and nobody notices an access behind this

// futex(2). A thread that waits has an entry with the address; who wakes it takes the address away. A wait may also end
// without a reason, at once; a wait with a time limit ends whenever it likes.
enum { kWaiters = 16 };
enum { kWait, kWake, kFd, kRequeue, kCompareRequeue, kOperation = 127 };
static struct {
  const int* address;
  int state;  // 0: free, 1: waits, 2: woken
} ordering_waiters[kWaiters];

long __heddle_futex_operation(void);  // no model: named in the answer
void __heddle_more_than_16_threads_at_futexes(void);

static int enter(const int* address) {
  int k = 0;
  while (k < kWaiters && ordering_waiters[k].state != 0) ++k;
  if (k == kWaiters) {
    __heddle_more_than_16_threads_at_futexes();
    return 0;
  }
  ordering_waiters[k].address = address;
  ordering_waiters[k].state = 1;
  return k;
}
static long futex_wait(const int* address, int expected, int limited, int at_once) {
  __VERIFIER_atomic_begin();
  int here = *address, k = -1;
  if (here == expected && !at_once) k = enter(address);
  __VERIFIER_atomic_end();
  if (here != expected) return fail_with(EAGAIN);
  if (at_once) return 0;
  __VERIFIER_atomic_begin();
  if (!limited) __VERIFIER_assume(ordering_waiters[k].state == 2);
  int woken = ordering_waiters[k].state == 2;
  ordering_waiters[k].state = 0;
  ordering_waiters[k].address = NULL;
  __VERIFIER_atomic_end();
  return woken ? 0 : fail_with(ETIMEDOUT);
}
// Which of them is any.
static int wake_one(const int* address, unsigned first) {
  for (unsigned i = 0; i < kWaiters; ++i) {
    unsigned k = (first + i) % kWaiters;
    if (ordering_waiters[k].state == 1 && ordering_waiters[k].address == address) {
      ordering_waiters[k].state = 2;
      return 1;
    }
  }
  return 0;
}
static int count_waiters(const int* address) {
  int n = 0;
  for (int k = 0; k < kWaiters; ++k) n += ordering_waiters[k].state == 1 && ordering_waiters[k].address == address;
  return n;
}
static long futex_wake(const int* address, int most) {
  long woken = 0;
  __VERIFIER_atomic_begin();
  int n = count_waiters(address);
  while (woken < most && woken < n) woken += wake_one(address, n > most ? __heddle_Nondet(0, kWaiters - 1) : 0);
  __VERIFIER_atomic_end();
  return woken;
}
static long futex_requeue(const int* address, int most, int moved, const int* other, int compares, int expected) {
  long n = 0;
  __VERIFIER_atomic_begin();
  int differs = compares && *address != expected;
  int waiting = differs ? 0 : count_waiters(address);
  while (n < most && n < waiting) n += wake_one(address, waiting > most ? __heddle_Nondet(0, kWaiters - 1) : 0);
  for (int k = 0; k < kWaiters && !differs && moved > 0; ++k)
    if (ordering_waiters[k].state == 1 && ordering_waiters[k].address == address) {
      ordering_waiters[k].address = other;
      --moved;
      ++n;
    }
  __VERIFIER_atomic_end();
  return differs ? fail_with(EAGAIN) : n;
}

long __heddle_syscall(long number);  // no model: named in the answer
enum {
  kFutexCall = sizeof(long) == 8 ? 202 : 240,
  kTidCall = sizeof(long) == 8 ? 186 : 224,
  kMembarrierCall = sizeof(long) == 8 ? 324 : 375,
};
long syscall(long number, ...) {
  if (number == kTidCall) return gettid();
  if (number == kMembarrierCall) {  // every thread passes a fence
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return 0;
  }
  if (number != kFutexCall) return __heddle_syscall(number);
  __builtin_va_list args;
  __builtin_va_start(args, number);
  const int* address = __builtin_va_arg(args, const int*);
  int operation = __builtin_va_arg(args, int) & kOperation, value = __builtin_va_arg(args, int);
  long result;
  if (operation == kWait) {
    const void* limit = __builtin_va_arg(args, const void*);
    result = futex_wait(address, value, limit != NULL, (int)__heddle_Nondet(0, 1));
  } else if (operation == kWake) {
    result = futex_wake(address, value);
  } else if (operation == kRequeue || operation == kCompareRequeue) {
    int moved = (int)__builtin_va_arg(args, long);
    const int* other = __builtin_va_arg(args, const int*);
    int expected = operation == kCompareRequeue ? __builtin_va_arg(args, int) : 0;
    result = futex_requeue(address, value, moved, other, operation == kCompareRequeue, expected);
  } else {
    result = __heddle_futex_operation();
  }
  __builtin_va_end(args);
  return result;
}

int pthread_setname_np(thread_t thread, const char* name) {
  enum { kMost = 15 };
  if (text_from_outside(name)) return __heddle_Nondet(0, 1) ? ERANGE : 0;
  for (int i = 0; i <= kMost; ++i)
    if (name[i] == 0) return 0;
  return ERANGE;
}

// What was set is not kept, and the letters are not known.
unsigned __heddle_any_letter_of_the_name_of_a_thread(void);
int pthread_getname_np(thread_t thread, char* name, size_t room) {
  enum { kRoom = 16 };
  if (room < kRoom) return ERANGE;
  for (int i = 0; i < kRoom - 1; ++i) name[i] = (char)__heddle_any_letter_of_the_name_of_a_thread();
  name[kRoom - 1] = 0;
  return 0;
}

// Of threads, what the run-time need not know: in a real run the real functions do these.
int pthread_getschedparam(thread_t thread, int* policy, int* priority) {
  *policy = (int)__heddle_Nondet(0, 6);
  *priority = (int)__heddle_Nondet(0, 99);
  return 0;
}
int pthread_getcpuclockid(thread_t thread, int* clock) {
  *clock = (int)__heddle_Nondet(1U << 31, ~0U);
  return 0;
}
// fork has no model, so the functions are never called.
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) {
  return __heddle_Nondet(0, 1) ? ENOMEM : 0;
}
int __heddle_signal_for_a_thread(void);  // no model: named in the answer
int pthread_kill(thread_t thread, int signal) { return signal == 0 ? 0 : __heddle_signal_for_a_thread(); }
int __heddle_mutex_whose_owner_may_end(void);  // no model: named in the answer
int pthread_mutexattr_setrobust(int* attr, int robust) {
  if (robust == 1) return __heddle_mutex_whose_owner_may_end();
  return robust == 0 ? 0 : EINVAL;
}
// Writers first: a thread that reads twice may then wait for itself. glibc takes the kind 1 for the kind 0.
int __heddle_read_write_lock_that_prefers_writers(void);  // no model: named in the answer
int pthread_rwlockattr_setkind_np(int* attr, int kind) {
  if (kind == 2) return __heddle_read_write_lock_that_prefers_writers();
  return kind == 0 || kind == 1 ? 0 : EINVAL;
}

// Messages and names that are only printed.
char* strerror(int error) { return __heddle_text_of_an_error_message; }
void __heddle_message_of_an_unknown_error(void);              // no model of the text in the buffer: named in the answer
int __xpg_strerror_r(int error, char* buffer, size_t room) {  // strerror_r of POSIX
  enum { kLetters = 5, kRange = 34 };
  size_t n = 0;
  for (; n + 1 < room && n < kLetters; ++n) buffer[n] = (char)__heddle_Nondet(1, 255);
  if (room > 0) buffer[n] = 0;
  switch (__heddle_Nondet(0, 2)) {
    case 1: return EINVAL;
    case 2: return kRange;
  }
  return 0;
}
char* strerror_r(int error, char* buffer, size_t room) {
  enum { kLastError = 133, kUnused = 41, kUnusedToo = 58 };
  if (error < 0 || error > kLastError || error == kUnused || error == kUnusedToo)
    __heddle_message_of_an_unknown_error();
  return __heddle_text_of_an_error_message;
}
const char* gai_strerror(int error) { return __heddle_text_of_an_error_message; }
char* strsignal(int n) { return __heddle_text_of_an_error_message; }
// POSIX: it need not be safe while others call it.
static char __heddle_the_locale;
char* setlocale(int category, const char* wish) {
  if (wish != NULL)
    __heddle_the_locale = 1;
  else
    (void)*(volatile char*)&__heddle_the_locale;
  return __heddle_Nondet(0, 1) ? __heddle_name_of_a_locale : NULL;
}
