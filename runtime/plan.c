/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a plan and believes nothing: every number that is used later without a look back is checked here. */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plan.h"

struct heddle_rt_plan heddle_rt_plan;

static const char* map_file(const char* path, uint64_t* size, const void** memory) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return "cannot be opened";
  struct stat about;
  bool known = fstat(file, &about) == 0 && S_ISREG(about.st_mode);
  *memory = MAP_FAILED;
  if (known && about.st_size >= (off_t)sizeof(struct heddle_plan))
    *memory = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (!known) return "is not a file";
  if (about.st_size < (off_t)sizeof(struct heddle_plan)) return "is cut short";
  if (*memory == MAP_FAILED) return "cannot be mapped";
  *size = (uint64_t)about.st_size;
  return NULL;
}

static bool within(uint32_t first, uint32_t count, uint32_t all) { return first <= all && count <= all - first; }

static const char* lay_out(struct heddle_rt_plan* p, const void* memory, uint64_t size) {
  const struct heddle_plan* h = memory;
  if (h->magic != HEDDLE_PLAN_MAGIC) return "is no plan of Heddle";
  if (h->version != HEDDLE_PLAN_VERSION) return "was written by another version of Heddle; make it again";
  if (h->threads == 0 || h->threads > HEDDLE_MAX_THREADS) return "has no thread, or too many";
  if (h->units == 0 || h->units > HEDDLE_MAX_UNITS) return "has no unit, or too many";
  const unsigned char* at = memory;
  uint64_t place = sizeof *h;
  p->head = h;
#define PART(name, counted)                                  \
  p->name = (const void*)(at + (place <= size ? place : 0)); \
  place += (uint64_t)h->counted * sizeof *p->name;
  PART(units, units)
  PART(lists, lists)
  PART(events, events)
  PART(needs, needs)
  PART(branches, branches)
  PART(names, names)
  PART(text, text)
#undef PART
  if (place != size) return "is cut short";
  if (h->text == 0 || p->text[h->text - 1] != 0) return "is damaged: names without an end";
  return NULL;
}

static const char* check_needs(const struct heddle_rt_plan* p, uint32_t first, uint32_t count) {
  if (!within(first, count, p->head->needs)) return "is damaged: needs that are not there";
  for (uint32_t i = first; i < first + count; ++i)
    if (p->needs[i].thread >= p->head->threads || p->needs[i].count > HEDDLE_MAX_IN_SECTION)
      return "is damaged: a need of nobody";
  return NULL;
}

static const char* check_section(const struct heddle_rt_plan* p, const struct heddle_plan_unit* u) {
  if (u->next >= p->head->units) return "is damaged: a section that leads nowhere";
  if (!within(u->first, p->head->threads, p->head->lists)) return "is damaged: lists that are not there";
  const char* problem = check_needs(p, u->first_end, u->ends);
  for (uint32_t t = 0; !problem && t < p->head->threads; ++t) {
    const struct heddle_plan_list* l = &p->lists[u->first + t];
    if (!within(l->first, l->count, p->head->events) || l->count > HEDDLE_MAX_IN_SECTION)
      return "is damaged: events that are not there";
  }
  return problem;
}

/* A ring of sections without an event would be walked for ever. */
static bool is_empty(const struct heddle_rt_plan* p, const struct heddle_plan_unit* u) {
  for (uint32_t t = 0; t < p->head->threads; ++t)
    if (p->lists[u->first + t].count != 0) return false;
  return true;
}

static const char* check(const struct heddle_rt_plan* p) {
  const char* problem = NULL;
  for (uint32_t i = 0; i < p->head->units; ++i) {
    const struct heddle_plan_unit* u = &p->units[i];
    if (u->kind > HEDDLE_OVER) return "is damaged: a unit of an unknown kind";
    if (u->kind == HEDDLE_SECTION && (problem = check_section(p, u))) return problem;
    if (u->kind == HEDDLE_SECTION && is_empty(p, u)) return "is damaged: a section without an event";
    if (u->kind != HEDDLE_DECISION && u->kind != HEDDLE_CHOICE) continue;
    if (u->thread >= p->head->threads || u->count == 0 || !within(u->first, u->count, p->head->branches))
      return "is damaged: a decision without branches";
    for (uint32_t b = u->first; b < u->first + u->count; ++b)
      if (p->branches[b].unit >= p->head->units || (u->kind == HEDDLE_CHOICE && p->branches[b].on >= p->head->threads))
        return "is damaged: a branch that leads nowhere";
  }
  for (uint32_t i = 0; i < p->head->events; ++i) {
    if ((problem = check_needs(p, p->events[i].first_need, p->events[i].needs))) return problem;
    if (p->events[i].starts >= (int32_t)p->head->threads || p->events[i].starts == 0)
      return "is damaged: it starts a thread that it does not know";
  }
  for (uint32_t i = 0; i < p->head->names; ++i)
    if (p->names[i].text >= p->head->text || (i > 0 && p->names[i - 1].id >= p->names[i].id))
      return "is damaged: a name out of order";
  return NULL;
}

static uint64_t own_threads(const struct heddle_rt_plan* p, const struct heddle_plan_unit* u) {
  uint64_t set = 0;
  if (u->kind == HEDDLE_DECISION) return (uint64_t)1 << (u->thread % 64);
  for (uint32_t t = 0; u->kind == HEDDLE_SECTION && t < p->head->threads; ++t)
    if (p->lists[u->first + t].count != 0) set |= (uint64_t)1 << (t % 64);
  for (uint32_t b = 0; u->kind == HEDDLE_CHOICE && b < u->count; ++b)
    set |= (uint64_t)1 << (p->branches[u->first + b].on % 64);
  return set;
}

/* Along sections to the next decision; sections may go round in a ring. */
static const char* find_awake(struct heddle_rt_plan* p) {
  size_t size = (size_t)p->head->units * sizeof *p->awake;
  p->awake = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p->awake == MAP_FAILED) return "is too large for the memory there is";
  for (uint32_t i = 0; i < p->head->units; ++i) p->awake[i] = own_threads(p, &p->units[i]);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = p->head->units; i-- > 0;) {
      uint64_t more = p->units[i].kind == HEDDLE_SECTION ? p->awake[p->units[i].next] & ~p->awake[i] : 0;
      p->awake[i] |= more;
      changed |= more != 0;
    }
  }
  return NULL;
}

const char* heddle_rt_load_plan(const char* path) {
  uint64_t size = 0;
  const void* memory = NULL;
  const char* problem = map_file(path, &size, &memory);
  if (!problem) problem = lay_out(&heddle_rt_plan, memory, size);
  if (!problem) problem = check(&heddle_rt_plan);
  return problem ? problem : find_awake(&heddle_rt_plan);
}

const char* heddle_rt_name(uint32_t id) {
  uint32_t low = 0, high = heddle_rt_plan.head->names;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (heddle_rt_plan.names[middle].id < id)
      low = middle + 1;
    else
      high = middle;
  }
  bool known = low < heddle_rt_plan.head->names && heddle_rt_plan.names[low].id == id;
  return known ? heddle_rt_plan.text + heddle_rt_plan.names[low].text : NULL;
}
