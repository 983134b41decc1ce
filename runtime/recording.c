/* SPDX-License-Identifier: Apache-2.0 */
/* The recording: acts in the order in which they happen. A thread touches nothing shared unless it holds the log, not
 * even a lock that turns out to be taken (a thread that waits for the lock lets go of the log in between). So the order
 * that is written down is the order in which the acts happened. The log itself is a lock of one word (after Drepper,
 * "Futexes are tricky", 2005): 0 free, else the kernel's number of the thread that has it, with a bit more when
 * somebody sleeps. So a signal handler sees from the word itself, whatever it interrupted, whether its thread has the
 * log already; and whatever a handler counts up it counts down again before it returns. */
#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

static struct heddle_recording* recording;
static struct heddle_recorded_act* recorded;
bool heddle_rt_is_recording;
static uint32_t log_word __attribute__((aligned(128)));
static uint32_t changes, change_waiters;                                      /* under the log; `changes` is a futex */
static _Thread_local uint32_t tid __attribute__((tls_model("initial-exec"))); /* 0: not asked for yet */
/* how often we entered while we had it */
static _Thread_local uint32_t depth __attribute__((tls_model("initial-exec")));

enum { SPINS = 200, CONTENDED = 1 << 30 };

const char* heddle_rt_open_recording(const char* path) {
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return "cannot be opened";
  struct stat about;
  void* memory = MAP_FAILED;
  if (fstat(file, &about) == 0 && about.st_size >= (off_t)sizeof *recording)
    memory = mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) return "is cut short";
  recording = memory;
  recorded = (struct heddle_recorded_act*)(recording + 1);
  if (recording->magic != HEDDLE_RECORDING_MAGIC || recording->version != HEDDLE_FORMAT_VERSION)
    return "is no recording of this version of Heddle";
  if ((uint64_t)about.st_size < sizeof *recording + (uint64_t)recording->capacity * sizeof *recorded)
    return "is cut short";
  recording->count = recording->full = 0;
  heddle_rt_is_recording = true;
  return NULL;
}

static bool compare_and_set(uint32_t seen, uint32_t next) {
  return __atomic_compare_exchange_n(&log_word, &seen, next, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static uint32_t self(void) {
  if (!tid) tid = heddle_rt_tid();
  return tid;
}

bool heddle_rt_log_is_ours(void) { return (HEDDLE_RT_LOAD(log_word) & ~(uint32_t)CONTENDED) == self(); }

static void take(void) {
  for (int i = 0; i < SPINS; ++i) {
    if (compare_and_set(0, self())) return;
    heddle_rt_pause();
  }
  for (;;) {
    uint32_t seen = HEDDLE_RT_LOAD(log_word);
    if (seen == 0 && compare_and_set(0, self() | CONTENDED)) return; /* others may sleep */
    if (seen == 0 || (!(seen & CONTENDED) && !compare_and_set(seen, seen | CONTENDED))) continue;
    heddle_rt_futex_wait(&log_word, seen | CONTENDED, NULL);
  }
}

static void give(void) {
  if (__atomic_exchange_n(&log_word, 0, __ATOMIC_RELEASE) & CONTENDED) heddle_rt_futex_wake(&log_word, 1);
}

void heddle_rt_log_enter(void) {
  if (heddle_rt_log_is_ours())
    ++depth; /* atomic sections and calls nest, and handlers interrupt */
  else
    take();
}

void heddle_rt_log_leave(void) {
  if (!heddle_rt_log_is_ours()) return;
  if (depth != 0)
    --depth;
  else
    give();
  if (!heddle_rt_log_is_ours()) heddle_rt_send_what_was_put_off();
}

void heddle_rt_log_ends(void) { recording->full = 1; }

void heddle_rt_log_held(uint32_t thread, uint32_t event, uint32_t kind, uint32_t size, uint64_t value) {
  uint32_t place = __atomic_load_n(&recording->full, __ATOMIC_RELAXED)
                       ? recording->capacity
                       : __atomic_fetch_add(&recording->count, 1, __ATOMIC_SEQ_CST);
  if (place >= recording->capacity) {
    recording->count = recording->capacity;
    heddle_rt_log_ends();
    return;
  }
  struct heddle_recorded_act* act = &recorded[place];
  act->thread = thread;
  act->kind = kind;
  act->size = size;
  act->value = value;
  __atomic_store_n(&act->event, event, __ATOMIC_RELEASE);
}

/* A handler may come between any two lines: it gets the next place, not ours. */
void heddle_rt_log(uint32_t event, uint32_t kind, uint32_t size, uint64_t value) {
  const struct heddle_rt_thread* t = heddle_rt_recorded_self();
  if (!t) heddle_rt_log_ends();
  if (recording->full) return;
  uint32_t place = __atomic_fetch_add(&recording->count, 1, __ATOMIC_SEQ_CST);
  if (place >= recording->capacity) {
    recording->count = recording->capacity;
    heddle_rt_log_ends();
    return;
  }
  struct heddle_recorded_act* act = &recorded[place];
  act->thread = t->id;
  act->kind = kind;
  act->size = size;
  act->value = value;
  __atomic_store_n(&act->event, event, __ATOMIC_RELEASE);
  HEDDLE_RT_NOTE(t->status->event, event);
  HEDDLE_RT_NOTE(t->status->acts_done, t->status->acts_done + 1);
}

/* Inside an atomic section nobody may come between, but neither may we wait for ever: the section is broken and the
 * recording ends. */
void heddle_rt_log_wait(void) {
  static const struct timespec moment = {0, 2000000};
  uint32_t seen = changes, levels = depth;
  if (levels != 0) heddle_rt_log_ends();
  ++change_waiters;
  depth = 0;
  give();
  heddle_rt_send_what_was_put_off();
  heddle_rt_futex_wait(&changes, seen, &moment);
  take();
  depth = levels;
  --change_waiters;
}

void heddle_rt_log_changed(void) {
  HEDDLE_RT_STORE(changes, changes + 1);
  if (change_waiters) heddle_rt_futex_wake(&changes, INT_MAX);
}
