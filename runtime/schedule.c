/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a schedule and believes nothing: what is used later without a look back (indices, orders, whose turn it is) is
 * checked here. A wrong file is refused with one sentence. */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

const struct heddle_schedule* heddle_rt_schedule;
const struct heddle_thread_acts* heddle_rt_lists;
uint16_t* heddle_rt_owners;
uint32_t heddle_rt_stops;

enum { NOBODY = 0xffff };

static const char* map_file(const char* path, uint64_t* size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return "cannot be opened";
  struct stat about;
  void* memory = MAP_FAILED;
  bool known = fstat(file, &about) == 0 && S_ISREG(about.st_mode);
  if (known && about.st_size >= (off_t)sizeof(struct heddle_schedule))
    memory = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (!known) return "is not a file";
  if (about.st_size < (off_t)sizeof(struct heddle_schedule)) return "is cut short";
  if (memory == MAP_FAILED) return "cannot be mapped";
  *size = (uint64_t)about.st_size;
  heddle_rt_schedule = memory;
  return NULL;
}

static const char* check_head(uint64_t size) {
  const struct heddle_schedule* s = heddle_rt_schedule;
  if (s->magic != HEDDLE_SCHEDULE_MAGIC) return "is no schedule of Heddle";
  if (s->version != HEDDLE_FORMAT_VERSION) return "was written by another version of Heddle; make it again";
  if (s->threads == 0 || s->threads > HEDDLE_MAX_THREADS) return "has no thread, or too many";
  uint64_t lists = (uint64_t)s->threads * sizeof(struct heddle_thread_acts),
           acts = (uint64_t)s->acts * sizeof(struct heddle_act);
  if (size < sizeof *s + lists + acts) return "is cut short";
  if (s->orders > s->acts) return "is damaged: more orders than acts";
  if (s->expected > HEDDLE_EXPECT_CRASH) return "is damaged: it expects something unknown";
  return NULL;
}

/* The orders of one thread grow along its list, and no other thread has them. */
static const char* check_list(uint32_t thread) {
  const struct heddle_rt_thread* t = &heddle_rt_threads[thread];
  int32_t last = -1;
  for (uint32_t i = 0; i < t->count; ++i) {
    const struct heddle_act* act = &t->acts[i];
    if (act->kind > HEDDLE_RETURNED) return "is damaged: an act of an unknown kind";
    heddle_rt_stops += act->kind == HEDDLE_STOP;
    if (act->order < 0) continue;
    if ((uint32_t)act->order >= heddle_rt_schedule->orders || act->order < last)
      return "is damaged: an act out of order";
    if (act->order != last && heddle_rt_owners[act->order] != NOBODY)
      return "is damaged: two threads have the same turn";
    heddle_rt_owners[act->order] = (uint16_t)thread;
    last = act->order;
  }
  return NULL;
}

static const char* check_lists(void) {
  const struct heddle_schedule* s = heddle_rt_schedule;
  heddle_rt_lists = (const struct heddle_thread_acts*)(s + 1);
  const struct heddle_act* acts = (const struct heddle_act*)(heddle_rt_lists + s->threads);
  for (uint32_t i = 0; i < s->threads; ++i) {
    const struct heddle_thread_acts* list = &heddle_rt_lists[i];
    if (list->first > s->acts || list->count > s->acts - list->first)
      return "is damaged: a thread with acts that are not there";
    heddle_rt_threads[i].acts = acts + list->first;
    heddle_rt_threads[i].count = list->count;
    heddle_rt_threads_left += list->count != 0;
    const char* problem = check_list(i);
    if (problem) return problem;
  }
  for (uint32_t order = 0; order < s->orders; ++order)
    if (heddle_rt_owners[order] == NOBODY) return "is damaged: a turn that nobody has";
  if (s->expected == HEDDLE_EXPECT_RACE && heddle_rt_stops < 2) return "is damaged: a race needs two places";
  return NULL;
}

const char* heddle_rt_load_schedule(const char* path) {
  uint64_t size = 0;
  const char* problem = map_file(path, &size);
  if (!problem) problem = check_head(size);
  if (problem) return problem;
  size_t owners = (size_t)heddle_rt_schedule->orders * sizeof *heddle_rt_owners;
  if (owners != 0) {
    heddle_rt_owners = mmap(NULL, owners, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (heddle_rt_owners == MAP_FAILED) return "is too long for the memory there is";
    memset(heddle_rt_owners, 0xff, owners);
  }
  return check_lists();
}
