/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a plan and believes nothing: every number that is used later without a look back is checked here. */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plan.h"

struct heddle_rt_plan heddle_rt_plans[HEDDLE_MAX_PLANS];
uint32_t heddle_rt_newest;
static const char* path_of_plan;
static struct stat last_seen; /* what was at the path */

static const char* map_file(const char* path, uint64_t* size, const void** memory) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return "cannot be opened";
  struct stat about;
  bool known = fstat(file, &about) == 0 && S_ISREG(about.st_mode);
  last_seen = about;
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

/* The executable says who it is (instrument/build.cpp). What was linked in another way does not. */
extern const uint64_t heddle_program_id __attribute__((weak));

static bool is_of_this_program(const struct heddle_plan* h) {
  return &heddle_program_id == NULL || heddle_program_id == ((uint64_t)h->program[1] << 32 | h->program[0]);
}

static bool within(uint32_t first, uint32_t count, uint32_t all) { return first <= all && count <= all - first; }

static const char* lay_out(struct heddle_rt_plan* p, const void* memory, uint64_t size) {
  const struct heddle_plan* h = memory;
  if (h->magic != HEDDLE_PLAN_MAGIC) return "is no plan of Heddle";
  if (h->version != HEDDLE_PLAN_VERSION) return "was written by another version of Heddle; make it again";
  if (!is_of_this_program(h)) return "belongs to another program; make both again, with `heddle run --output`";
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
  PART(froms, froms)
  PART(moves, moves)
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
    for (uint32_t i = l->first; i < l->first + l->count; ++i) {
      const struct heddle_plan_event* e = &p->events[i];
      if (e->flags & (HEDDLE_EVENT_ALONE | HEDDLE_EVENT_LEAVES) || e->other)
        return "is damaged: a section with a stretch in it";
      if (e->quiet != HEDDLE_LOUD && (i + 1 == l->first + l->count || e->flags & HEDDLE_EVENT_COUNTS || e->needs))
        return "is damaged: a quiet event that others look at";
    }
  }
  return problem;
}

static bool is_alone(const struct heddle_rt_plan* p, uint32_t event) {
  return event < p->head->events && p->events[event].flags & HEDDLE_EVENT_ALONE;
}

static const char* check_stretch(const struct heddle_rt_plan* p, const struct heddle_plan_unit* u) {
  if (u->next != HEDDLE_TOLD && u->next >= p->head->units) return "is damaged: a stretch that leads nowhere";
  if (u->thread >= p->head->threads || !is_alone(p, u->first)) return "is damaged: a stretch without an event";
  return check_needs(p, u->first_end, u->ends);
}

/* Events of a stretch lead to events of a stretch, or to a unit. */
static const char* check_alone(const struct heddle_rt_plan* p, uint32_t i) {
  const struct heddle_plan_event* e = &p->events[i];
  bool leaves = e->flags & HEDDLE_EVENT_LEAVES;
  if (leaves && (uint32_t)e->then >= p->head->units) return "is damaged: a stretch that leads nowhere";
  if (!leaves && !is_alone(p, i + (uint32_t)e->then)) return "is damaged: a stretch with others";
  if (e->other >= p->head->events || (e->other && !is_alone(p, i + e->other)))
    return "is damaged: a stretch with others";
  return e->quiet != HEDDLE_LOUD && (leaves || e->then != 1) ? "is damaged: a quiet event that is not followed" : NULL;
}

/* A ring of sections without an event would be walked for ever. */
static bool is_empty(const struct heddle_rt_plan* p, const struct heddle_plan_unit* u) {
  for (uint32_t t = 0; t < p->head->threads; ++t)
    if (p->lists[u->first + t].count != 0) return false;
  return true;
}

static const char* check_moves(const struct heddle_rt_plan* p) {
  for (uint32_t i = 0; i < p->head->froms; ++i) {
    const struct heddle_plan_from* f = &p->froms[i];
    if (!within(f->first, f->count, p->head->moves)) return "is damaged: moves that are not there";
    for (uint32_t k = f->first; k < f->first + f->count; ++k)
      if (p->moves[k].to >= p->head->units || (k > f->first && p->moves[k - 1].at >= p->moves[k].at))
        return "is damaged: a move that leads nowhere";
  }
  return NULL;
}

static const char* check(const struct heddle_rt_plan* p) {
  const char* problem = check_moves(p);
  if (problem) return problem;
  for (uint32_t i = 0; i < p->head->units; ++i) {
    const struct heddle_plan_unit* u = &p->units[i];
    if (u->kind > HEDDLE_STRETCH) return "is damaged: a unit of an unknown kind";
    if (u->kind == HEDDLE_SECTION && (problem = check_section(p, u))) return problem;
    if (u->kind == HEDDLE_SECTION && is_empty(p, u)) return "is damaged: a section without an event";
    if (u->kind == HEDDLE_STRETCH && (problem = check_stretch(p, u))) return problem;
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
    if (p->events[i].quiet != HEDDLE_LOUD && p->events[i].quiet != p->events[i].key)
      return "is damaged: a quiet event that is another one";
    if ((p->events[i].flags & HEDDLE_EVENT_ALONE) && (problem = check_alone(p, i))) return problem;
  }
  for (uint32_t i = 0; i < p->head->names; ++i)
    if (p->names[i].text >= p->head->text || (i > 0 && p->names[i - 1].id >= p->names[i].id))
      return "is damaged: a name out of order";
  return NULL;
}

static uint64_t own_threads(const struct heddle_rt_plan* p, const struct heddle_plan_unit* u) {
  uint64_t set = 0;
  if (u->kind == HEDDLE_DECISION || u->kind == HEDDLE_STRETCH) return (uint64_t)1 << (u->thread % 64);
  for (uint32_t t = 0; u->kind == HEDDLE_SECTION && t < p->head->threads; ++t)
    if (p->lists[u->first + t].count != 0) set |= (uint64_t)1 << (t % 64);
  for (uint32_t b = 0; u->kind == HEDDLE_CHOICE && b < u->count; ++b)
    set |= (uint64_t)1 << (p->branches[u->first + b].on % 64);
  return set;
}

static size_t size_of_awake(const struct heddle_rt_plan* p) {
  return (size_t)p->head->units * (sizeof *p->awake + sizeof *p->asks);
}

/* Along sections to the next decision; sections may go round in a ring. */
static const char* find_awake(struct heddle_rt_plan* p) {
  void* memory = mmap(NULL, size_of_awake(p), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return "is too large for the memory there is";
  p->awake = memory;
  p->asks = (uint32_t*)(p->awake + p->head->units);
  for (uint32_t i = 0; i < p->head->units; ++i) {
    p->awake[i] = own_threads(p, &p->units[i]);
    bool tells = p->units[i].kind == HEDDLE_STRETCH && p->units[i].next == HEDDLE_TOLD;
    p->asks[i] = tells || p->units[i].kind == HEDDLE_DECISION ? p->units[i].thread : UINT32_MAX;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = p->head->units; i-- > 0;) {
      bool leads_on = p->units[i].kind == HEDDLE_SECTION || p->units[i].kind == HEDDLE_STRETCH;
      if (!leads_on || p->units[i].next == HEDDLE_TOLD) continue;
      uint32_t next = p->units[i].next;
      uint64_t more = p->awake[next] & ~p->awake[i];
      changed |= more != 0 || p->asks[i] != p->asks[next];
      p->awake[i] |= more;
      p->asks[i] = p->asks[next];
    }
  }
  return NULL;
}

static const char* load(struct heddle_rt_plan* p, const char* path) {
  uint64_t size = 0;
  const void* memory = NULL;
  const char* problem = map_file(path, &size, &memory);
  if (!problem) problem = lay_out(p, memory, size);
  if (!problem) problem = check(p);
  return problem ? problem : find_awake(p);
}

const char* heddle_rt_load_plan(const char* path) {
  static char copy[4096];
  if (strlen(path) >= sizeof copy) return "has a name that is too long";
  path_of_plan = strcpy(copy, path);
  return load(&heddle_rt_plans[0], path);
}

/* ---- the next plan ---- */

static bool is_of(const uint32_t id[2], const struct heddle_rt_plan* p) {
  return p->head->id[0] == id[0] && p->head->id[1] == id[1];
}

static const struct heddle_plan_from* from_plan(const struct heddle_rt_plan* plan, const struct heddle_rt_plan* older) {
  for (uint32_t i = 0; i < plan->head->froms; ++i)
    if (is_of(plan->froms[i].id, older)) return &plan->froms[i];
  return NULL;
}

uint32_t heddle_rt_moved(const struct heddle_rt_plan* plan, const struct heddle_rt_plan* older, uint32_t unit) {
  const struct heddle_plan_from* f = from_plan(plan, older);
  uint32_t low = 0, high = f ? f->count : 0;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (plan->moves[f->first + middle].at < unit)
      low = middle + 1;
    else
      high = middle;
  }
  const struct heddle_plan_move* m = f && low < f->count ? &plan->moves[f->first + low] : NULL;
  return m && m->at == unit ? m->to : UINT32_MAX;
}

/* Threads may be in any of the plans so far: the next one must know them all. */
static const char* why_not(const struct heddle_rt_plan* next, uint32_t newest) {
  const struct heddle_rt_plan* last = &heddle_rt_plans[newest];
  if (next->head->level != last->head->level || next->head->on_divergence != last->head->on_divergence)
    return "is followed in another way (--opt, --on-divergence)";
  if (next->head->threads < last->head->threads) return "has fewer threads";
  for (uint32_t i = 0; i <= newest; ++i)
    if (!from_plan(next, &heddle_rt_plans[i])) return "does not say how to go on from the schedule that is followed";
  if (last->base + last->head->units + (uint64_t)next->head->units > HEDDLE_MAX_UNITS) return "is too large";
  return NULL;
}

static bool is_known(const struct heddle_rt_plan* p, uint32_t newest) {
  for (uint32_t i = 0; i <= newest; ++i)
    if (is_of(p->head->id, &heddle_rt_plans[i])) return true;
  return false;
}

static void unmap(struct heddle_rt_plan* p) {
  if (p->awake) munmap(p->awake, size_of_awake(p));
  if (p->head) munmap((void*)(uintptr_t)p->head, (size_t)last_seen.st_size);
  memset(p, 0, sizeof *p);
}

void heddle_rt_look_for_plan(void) {
  struct stat now;
  uint32_t newest = HEDDLE_RT_LOAD(heddle_rt_newest);
  if (newest + 1 >= HEDDLE_MAX_PLANS || stat(path_of_plan, &now) != 0) return;
  if (now.st_ino == last_seen.st_ino && now.st_dev == last_seen.st_dev && now.st_size == last_seen.st_size &&
      now.st_mtim.tv_sec == last_seen.st_mtim.tv_sec && now.st_mtim.tv_nsec == last_seen.st_mtim.tv_nsec)
    return;
  struct heddle_rt_plan* next = &heddle_rt_plans[newest + 1];
  const char* problem = load(next, path_of_plan);
  bool known = !problem && is_known(next, newest);
  if (!problem && !known) problem = why_not(next, newest);
  if (problem) {
    const char* pieces[] = {
        "heddle: the new plan ", path_of_plan, " ", problem, "; the program goes on with the old one\n", NULL};
    heddle_rt_say(pieces);
  }
  if (problem || known) return unmap(next);
  next->base = heddle_rt_plans[newest].base + heddle_rt_plans[newest].head->units;
  HEDDLE_RT_STORE(heddle_rt_newest, newest + 1);
}

const char* heddle_rt_name(uint32_t id) {
  const struct heddle_rt_plan* p = heddle_rt_newest_plan();
  uint32_t low = 0, high = p->head->names;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (p->names[middle].id < id)
      low = middle + 1;
    else
      high = middle;
  }
  bool known = low < p->head->names && p->names[low].id == id;
  return known ? p->text + p->names[low].text : NULL;
}
