/* SPDX-License-Identifier: Apache-2.0 */
/* The recording: acts in the order in which they happen. Nothing shared is touched without the log in hand, not even a lock that
 * turns out to be taken (who waits for it lets go of the log in between), so the order written down is the order in which it was.
 * The log itself is a lock of one word: 0 free, 1 taken, 2 taken and somebody sleeps (Drepper, "Futexes are tricky", 2005). */
#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

static struct heddle_recording* recording;
static struct heddle_recorded_act* recorded;
static uint32_t log_word __attribute__((aligned(128)));
static uint32_t changes, change_waiters; /* under the log; `changes` is a futex */
static _Thread_local uint32_t depth __attribute__((tls_model("initial-exec"))); /* atomic sections and calls nest */

enum { SPINS = 200 };

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
  if ((uint64_t)about.st_size < sizeof *recording + (uint64_t)recording->capacity * sizeof *recorded) return "is cut short";
  recording->count = recording->full = 0;
  return NULL;
}

static void take(void) {
  for (int i = 0; i < SPINS; ++i) {
    uint32_t is_free = 0;
    if (__atomic_compare_exchange_n(&log_word, &is_free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return;
    heddle_rt_pause();
  }
  while (__atomic_exchange_n(&log_word, 2, __ATOMIC_ACQUIRE) != 0) heddle_rt_futex_wait(&log_word, 2, NULL);
}

static void give(void) {
  if (__atomic_exchange_n(&log_word, 0, __ATOMIC_RELEASE) == 2) heddle_rt_futex_wake(&log_word, 1);
}

void heddle_rt_log_enter(void) {
  if (depth++ == 0) take();
}

void heddle_rt_log_leave(void) {
  if (depth != 0 && --depth == 0) give();
}

void heddle_rt_log_ends(void) { recording->full = 1; }

void heddle_rt_log(uint32_t event, uint32_t kind, uint32_t size, uint64_t value) {
  const struct heddle_rt_thread* t = heddle_rt_recorded_self();
  if (!t || recording->count == recording->capacity) heddle_rt_log_ends();
  if (recording->full) return;
  struct heddle_recorded_act* act = &recorded[recording->count];
  act->thread = t->id;
  act->event = event;
  act->kind = kind;
  act->size = size;
  act->value = value;
  __atomic_store_n(&recording->count, recording->count + 1, __ATOMIC_RELEASE);
  HEDDLE_RT_NOTE(t->status->event, event);
  HEDDLE_RT_NOTE(t->status->acts_done, t->status->acts_done + 1);
}

/* Inside an atomic section nobody may come between, but neither may we wait for ever: the section is broken and the recording
 * ends. */
void heddle_rt_log_wait(void) {
  static const struct timespec moment = {0, 2000000};
  uint32_t seen = changes, levels = depth;
  if (levels > 1) heddle_rt_log_ends();
  ++change_waiters;
  depth = 0;
  give();
  heddle_rt_futex_wait(&changes, seen, &moment);
  take();
  depth = levels;
  --change_waiters;
}

void heddle_rt_log_changed(void) {
  HEDDLE_RT_STORE(changes, changes + 1);
  if (change_waiters) heddle_rt_futex_wake(&changes, INT_MAX);
}
