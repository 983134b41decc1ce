/* SPDX-License-Identifier: Apache-2.0 */
/* Small programs with their events written by hand, as the instrumentation would insert them: program NAME [WORDS]. The number
 * given to each call is the event; run.py has the schedules. Every program's threads use events of their own tens. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "heddle/runtime.h"

#define ACCESS(event, place, action) \
  do { \
    if (heddle_mode) heddle_before(event, (const void*)&(place), sizeof(place)); \
    action; \
    if (heddle_mode) heddle_after(event); \
  } while (0)
#define READ(event, place, into) ACCESS(event, place, into = place)
#define WRITE(event, place, value) ACCESS(event, place, place = value)
#define CHECK(event, condition) \
  do { \
    if (!(condition)) heddle_AssertFail(event, #condition, __FILE__, __LINE__, __func__); \
  } while (0)

static const char* word = "";
static volatile int shared, other, turn;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t semaphore;
static int results[8];

static pthread_t start(uint32_t event, void* (*function)(void*), long argument) {
  pthread_t handle;
  int result = heddle_ThreadCreate(event, &handle, 0, (void*)function, (void*)argument);
  if (result != 0) {
    printf("create: %s\n", strerror(result));
    exit(9);
  }
  return handle;
}
static void join(uint32_t event, pthread_t handle) { heddle_ThreadJoin(event, (unsigned long)handle, NULL); }
static void two(void* (*first)(void*), void* (*second)(void*)) {
  pthread_t t = start(1, first, 1), u = start(2, second, 2);
  join(3, t);
  join(4, u);
}

/* Two increments without a lock. */
static void* increment(void* argument) {
  uint32_t base = 10 * (uint32_t)(long)argument;
  int value;
  READ(base, shared, value);
  WRITE(base + 1, shared, value + 1);
  return NULL;
}
static void lost_update(void) {
  int value;
  two(increment, increment);
  READ(5, shared, value);
  printf("shared %d\n", value);
  if (!strcmp(word, "error") && value != 2) heddle_Error(6);
  CHECK(6, value == 2);
}

/* Accesses of the same variable, or of two. */
static void* touch(void* argument) {
  if ((long)argument == 1 || strcmp(word, "apart"))
    WRITE(10 * (uint32_t)(long)argument, shared, 1);
  else
    WRITE(20, other, 1);
  return NULL;
}
static void race(void) { two(touch, touch); }

static unsigned char block[24];
static void* copies(void* unused) {
  static const unsigned char from[24] = {1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3};
  (void)unused;
  heddle_copy(10, block, from, sizeof block);
  return NULL;
}
static void* looks(void* unused) {
  (void)unused;
  READ(20, block[15], results[0]);
  READ(21, block[16], results[1]);
  return NULL;
}
static void chunks(void) {
  heddle_fill(5, block, 9, sizeof block);
  two(copies, looks);
  printf("%d %d\n", results[0], results[1]);
}

/* Two mutexes in the opposite order. */
static void* locks(void* argument) {
  uint32_t base = 10 * (uint32_t)(long)argument;
  pthread_mutex_t *first = base == 10 ? &a : &b, *second = base == 10 ? &b : &a;
  heddle_MutexLock(base, first);
  heddle_MutexLock(base + 1, second);
  heddle_MutexUnlock(base + 2, second);
  heddle_MutexUnlock(base + 3, first);
  return NULL;
}
static void deadlock(void) { two(locks, locks); }

/* A wait, once; what it returned. */
static void* waits(void* unused) {
  (void)unused;
  struct timespec deadline = {time(NULL) + 100, 0};
  heddle_MutexLock(10, &a);
  results[0] = strcmp(word, "timed") ? heddle_CondWait(11, &condition, &a) : heddle_CondTimedWait(11, &condition, &a, &deadline);
  READ(12, shared, results[1]);
  heddle_MutexUnlock(13, &a);
  return NULL;
}
static void* signals(void* unused) {
  (void)unused;
  heddle_MutexLock(20, &a);
  WRITE(21, shared, 1);
  heddle_CondSignal(22, &condition);
  heddle_MutexUnlock(23, &a);
  return NULL;
}
static void waiting(void) {
  two(waits, signals);
  printf("wait %d, shared %d\n", results[0], results[1]);
}

static void* arrives(void* argument) {
  results[(long)argument] = heddle_BarrierWait(10 * (uint32_t)(long)argument, &barrier);
  return NULL;
}
static void at_barrier(void) {
  heddle_BarrierInit(5, &barrier, 2);
  two(arrives, arrives);
  heddle_BarrierDestroy(6, &barrier);
  printf("%d %d\n", results[1], results[2]);
}

/* Things that a schedule does not know: sleep, read, a loop, the end. */
static void* strays(void* unused) {
  (void)unused;
  char c;
  WRITE(10, shared, 1);
  if (!strcmp(word, "sleep")) sleep(1000);
  if (!strcmp(word, "read")) (void)!read(0, &c, 1);
  if (!strcmp(word, "loop"))
    while (!turn) continue;
  if (!strcmp(word, "exit")) exit(7);
  if (!strcmp(word, "quick")) _exit(7);
  if (!strcmp(word, "crash")) *(volatile int*)8 = 1;
  if (!strcmp(word, "return")) return NULL;
  if (!strcmp(word, "pthread_exit")) pthread_exit(NULL);
  if (!strcmp(word, "other"))
    WRITE(12, other, 1);
  else
    WRITE(11, shared, 2);
  return NULL;
}
static void stray(void) {
  join(2, start(1, strays, 1));
  heddle_Exit(3, 0);
}

/* Memory that is not there. */
static int down(volatile int depth) {
  volatile int room[1000];
  room[depth % 1000] = depth;
  if (turn) return 0;
  return down(depth + 1) + room[depth % 1000];
}
static void memory(void) {
  int* volatile pointer = malloc(sizeof *pointer);
  int value = 0;
  if (!strcmp(word, "null")) {
    pointer = NULL;
    WRITE(1, *pointer, 1);
  }
  if (!strcmp(word, "after_free")) {
    heddle_Free(1, pointer);
    READ(2, *pointer, value);
  }
  if (!strcmp(word, "twice")) {
    heddle_Free(1, pointer);
    heddle_Free(2, pointer);
  }
  if (!strcmp(word, "overflow")) {
    WRITE(1, shared, 1);
    value = down(0);
  }
  if (!strcmp(word, "unharmed")) WRITE(1, *pointer, 1);
  printf("survived %d\n", value);
}

static void* spins(void* argument) {
  WRITE(10 * (uint32_t)(long)argument, shared, 1);
  if (!strcmp(word, "asleep")) sleep(1000);
  while (!turn) continue;
  return NULL;
}
static void endless(void) { join(2, start(1, spins, 1)); }

/* Tries and failures. */
static void tries(void) {
  struct timespec deadline = {time(NULL) + 100, 0};
  pthread_mutex_t checked;
  heddle_MutexInit(1, &checked, PTHREAD_MUTEX_ERRORCHECK);
  int values[10] = {heddle_MutexLock(2, &checked), heddle_MutexLock(3, &checked), heddle_MutexTryLock(4, &a)};
  values[3] = heddle_MutexTimedLock(5, &a, &deadline);
  heddle_SemInit(6, &semaphore, 1);
  values[4] = heddle_SemWait(7, &semaphore);
  errno = 0;
  values[5] = heddle_SemTryWait(8, &semaphore);
  values[6] = errno;
  values[7] = heddle_SemTimedWait(9, &semaphore, &deadline);
  values[8] = errno;
  values[9] = (int)heddle_input(10, 5);
  for (int i = 0; i < 10; ++i) printf("%d ", values[i]);
  printf("\n");
}

/* A bit of everything; what it prints depends on the order of its threads. */
static int tick(uint32_t event) {
  int value;
  heddle_AtomicBegin(event);
  READ(event + 1, turn, value);
  WRITE(event + 2, turn, value + 1);
  heddle_AtomicEnd(event + 3);
  return value;
}
static int queue, closed;
static void note(long who, const char* what, int value) { printf("%ld %s %d at %d\n", who, what, value, tick(100)); }
static void* consumes(void* argument) {
  long who = (long)argument;
  struct timespec deadline = {time(NULL), 1000};
  for (int done = 0; !done;) {
    heddle_MutexLock(110, &a);
    int items, ended;
    for (;;) {
      READ(111, queue, items);
      READ(112, closed, ended);
      if (items || ended) break;
      if (who == 3)
        heddle_CondTimedWait(113, &condition, &a, &deadline);
      else
        heddle_CondWait(114, &condition, &a);
    }
    if (items)
      WRITE(115, queue, items - 1);
    else
      done = 1;
    heddle_MutexUnlock(116, &a);
    note(who, "took", items);
    note(who, "tried", heddle_MutexTryLock(117, &b));
    heddle_MutexUnlock(118, &b);
  }
  note(who, "serial", heddle_BarrierWait(119, &barrier));
  heddle_SpinLock(120, (void*)&spin);
  note(who, "spun", 0);
  heddle_SpinUnlock(121, (void*)&spin);
  heddle_RwReadLock(122, &rw);
  note(who, "read", 0);
  heddle_RwUnlock(123, &rw);
  heddle_SemWait(124, &semaphore);
  note(who, "got", heddle_RwTryWriteLock(125, &rw) == 0 ? heddle_RwUnlock(126, &rw) : -1);
  heddle_SemPost(127, &semaphore);
  if (who == 2) heddle_ThreadExit(128, NULL);
  return NULL;
}
static void mix(void) {
  pthread_t handles[3];
  heddle_MutexInit(1, &b, PTHREAD_MUTEX_ERRORCHECK); /* so that it may be unlocked by those whose try failed */
  heddle_BarrierInit(2, &barrier, 3);
  heddle_SemInit(3, &semaphore, 1);
  heddle_SpinInit(4, (void*)&spin);
  for (long i = 0; i < 3; ++i) handles[i] = start(10, consumes, i + 1);
  for (int i = 0; i < 20; ++i) {
    int items;
    heddle_MutexLock(11, &a);
    READ(12, queue, items);
    WRITE(13, queue, items + 1);
    heddle_MutexUnlock(14, &a);
    heddle_CondSignal(15, &condition);
    note(0, "put", (int)heddle_input(16, heddle_any_value()) & 1);
  }
  heddle_MutexLock(17, &a);
  WRITE(18, closed, 1);
  heddle_CondBroadcast(19, &condition);
  heddle_MutexUnlock(20, &a);
  for (int i = 0; i < 3; ++i) join(21, handles[i]);
  heddle_Exit(22, 3);
}

/* A hand-over between two threads, as often as argv says: what a turn costs. */
static int rounds;
static void* plays(void* argument) {
  for (int i = 0; i < rounds; ++i) WRITE(10 * (uint32_t)(long)argument, shared, i);
  return NULL;
}
static void ping_pong(void) {
  rounds = atoi(word);
  two(plays, plays);
}

/* A function that is a section as a whole, as the instrumentation marks it: no events of its own. */
static int section(uint32_t event) {
  int value;
  heddle_AtomicBegin(0);
  READ(event, shared, value);
  heddle_Assume(event + 1, strcmp(word, "guarded") || value == 1);
  WRITE(event + 2, shared, value + 1);
  heddle_AtomicEnd(0);
  return value;
}
static void* enters(void* argument) {
  results[(long)argument] = section(10 * (uint32_t)(long)argument);
  return NULL;
}
static void leaves_a_note(void) { WRITE(99, other, other + 1); }
static void sections(void) {
  if (!strcmp(word, "noted")) heddle_at_thread_exit = leaves_a_note;
  two(enters, enters);
  printf("%d %d, %d notes\n", results[1], results[2], other);
  if (!strcmp(word, "fails")) heddle_AssertFail(6, NULL, NULL, 0, NULL);
  heddle_Exit(0, 4);
}

/* Many threads, one after the other in the order of the schedule. */
static int order_of[201], arrived;
static void* queues(void* argument) {
  ACCESS(10, arrived, order_of[(long)argument] = arrived++);
  return NULL;
}
static void crowd(void) {
  static pthread_t handles[201];
  for (long i = 1; i <= 200; ++i) handles[i] = start(1, queues, i);
  for (long i = 1; i <= 200; ++i) join(2, handles[i]);
  for (long i = 1; i <= 200; ++i) printf("%d ", order_of[i]);
  printf("\n");
}

static void forks(void) {
  WRITE(1, shared, 1);
  fflush(stdout);
  if (fork() == 0) {
    WRITE(77, shared, 2);
    exit(5);
  }
  int status;
  wait4(-1, &status, 0, NULL);
  WRITE(2, shared, 3);
  printf("child %d, seen %s\n", WEXITSTATUS(status), getenv("HEDDLE_SCHEDULE") ? "yes" : "no");
}

static void assume(void) {
  WRITE(1, shared, 1);
  printf("before\n");
  heddle_Assume(2, !strcmp(word, "true"));
  WRITE(3, shared, 1);
  printf("after\n");
}

/* Handlers of signals, and ends beside threads that go on. */
static void on_signal(int number) { WRITE(30, other, other + number); }
static void* interrupted(void* unused) {
  const struct timespec moment = {0, 1000000};
  WRITE(10, shared, 1);
  if (!strcmp(word, "raise")) raise(SIGUSR1);
  while (!strcmp(word, "sleep") && !other) nanosleep(&moment, NULL);
  WRITE(11, shared, 2);
  return unused;
}
static void handlers(void) {
  heddle_signal(SIGUSR1, on_signal);
  join(2, start(1, interrupted, 1));
  printf("other %d\n", other);
}

static void* writes(void* unused) {
  WRITE(20, shared, 1);
  WRITE(21, shared, 2);
  return unused;
}
static void on_fault(int number) {
  WRITE(30, other, number);
  heddle_Exit(31, 5);
}
static void* leaves(void* unused) {
  int* volatile nowhere = NULL;
  WRITE(10, shared, 3);
  if (!strcmp(word, "exit")) heddle_Exit(11, 7);
  if (!strcmp(word, "abort")) heddle_Abort(11);
  heddle_leaving();
  if (!strcmp(word, "quick")) _exit(7);
  WRITE(11, *nowhere, 1);
  return unused;
}
static void ends(void) {
  if (!strcmp(word, "caught")) heddle_signal(SIGSEGV, on_fault);
  pthread_t leaver = start(1, leaves, 1);
  start(2, writes, 2);
  join(3, leaver);
}

#define PROGRAM(name) {#name, name}
static const struct {
  const char* name;
  void (*run)(void);
} programs[] = {PROGRAM(lost_update), PROGRAM(race),    PROGRAM(chunks),  PROGRAM(deadlock), PROGRAM(waiting),  PROGRAM(at_barrier), PROGRAM(stray),
                PROGRAM(memory),      PROGRAM(endless), PROGRAM(tries),   PROGRAM(mix),      PROGRAM(forks), PROGRAM(assume),     PROGRAM(ping_pong),
                PROGRAM(sections),    PROGRAM(crowd),   PROGRAM(handlers), PROGRAM(ends)};

int main(int count, char** words) {
  if (count > 2) word = words[2];
  for (size_t i = 0; i < sizeof programs / sizeof *programs; ++i)
    if (!strcmp(programs[i].name, words[1])) programs[i].run();
  return 0;
}
