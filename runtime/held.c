/* SPDX-License-Identifier: Apache-2.0 */
/* A program held to a plan (include/heddle/plan_format.h): the gate in front of every event.
 *
 * Each thread walks through the units by itself. It has a clock that says how far it has come: the number of the unit,
 * and in it the number of its events. A thread that comes to its next event looks at the clocks of those it needs; if
 * they are far enough, it goes on, having read a few words and written one. There is no lock and no central list.
 *
 * Sections follow each other without a word. Where the way depends on the program (a decision) or on us (a choice), one
 * thread publishes the next unit in `epoch`, whoever comes first. It does so only when all events before are done; so a
 * thread that finds a later epoch than it expected has missed nothing, and goes on from there.
 *
 * A newer plan may come while the program runs (plan.c). The change happens where a unit is published, too: whoever would
 * decide publishes the same place in the newer plan instead.
 *
 * Why no wake-up is lost: a sleeper raises `sleeping` and then looks once more at what it waits for; a thread that
 * moves its clock, arrives, or publishes does that first and then looks for sleepers. All of it is sequentially
 * consistent, so one of the two sees the other. */
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "held.h"

struct heddle_rt_held heddle_rt_held[HEDDLE_MAX_THREADS];
uint32_t heddle_rt_freed;
static uint64_t epoch __attribute__((aligned(128))); /* number << UNIT_BITS | unit */
static uint32_t sleepers __attribute__((aligned(128)));
static uint32_t leaving; /* the program ends: nothing is asked any more */

enum { UNIT_BITS = 20, SPINS = 400 };
#define ALL UINT64_MAX
#define UNIT_MASK ((1u << UNIT_BITS) - 1)

static uint64_t time_of(uint64_t unit, uint32_t events) { return unit << 16 | events; }

/* ---- waiting ---- */

static void wake_up(struct heddle_rt_held* h) {
  if (!HEDDLE_RT_LOAD(h->sleeping)) return;
  HEDDLE_RT_STORE(h->sleeping, 0);
  heddle_rt_futex_wake(&h->sleeping, 1);
}

static void wake(uint32_t whoever_awaits) {
  if (HEDDLE_RT_LOAD(sleepers) == 0) return;
  for (uint32_t i = 0; i < heddle_rt_newest_plan()->head->threads; ++i)
    if (HEDDLE_RT_LOAD(heddle_rt_held[i].awaits) == whoever_awaits) wake_up(&heddle_rt_held[i]);
}

/* Those of a set; ALL: everybody. */
static void wake_set(uint64_t set) {
  if (HEDDLE_RT_LOAD(sleepers) == 0) return;
  for (uint32_t i = 0; i < heddle_rt_newest_plan()->head->threads; ++i)
    if (set == ALL || set >> (i % 64) & 1) wake_up(&heddle_rt_held[i]);
}

static bool is_over(void) { return HEDDLE_RT_LOAD(heddle_rt_freed) || HEDDLE_RT_LOAD(leaving); }

struct wanted { /* any of them ends the wait */
  uint32_t thread;
  uint64_t clock;  /* its clock; UINT64_MAX: that does not matter */
  bool arrival;    /* it has come to an event */
  uint64_t behind; /* an epoch behind this one; UINT64_MAX: that does not matter */
};

static bool is_there(const struct wanted* w) {
  const struct heddle_rt_held* other = &heddle_rt_held[w->thread];
  if (w->clock != UINT64_MAX && HEDDLE_RT_LOAD(other->clock) >= w->clock) return true;
  if (w->arrival && HEDDLE_RT_LOAD(other->arrival) != 0) return true;
  if (w->behind != UINT64_MAX && HEDDLE_RT_LOAD(epoch) >> UNIT_BITS > w->behind) return true;
  return is_over();
}

/* The thread it waits for has ended: what it waits for never comes. */
static bool is_lost(const struct wanted* w) {
  const struct heddle_rt_held* other = &heddle_rt_held[w->thread];
  return !w->arrival && HEDDLE_RT_LOAD(other->arrival) == HEDDLE_KEY_END + 1 && !is_there(w);
}

/* False: the program has left the plan. */
static bool await(struct heddle_rt_held* h, uint32_t key, const struct wanted* w) {
  if (is_there(w)) return !is_over();
  ++h->waits;
  HEDDLE_RT_NOTE(h->at, key);
  HEDDLE_RT_STORE(h->awaits, w->thread);
  if (!HEDDLE_RT_LOAD(h->arrival)) {
    HEDDLE_RT_STORE(h->arrival, key + 1);
    wake(h->id);
  }
  for (int i = 0; i < SPINS && !is_there(w); ++i) heddle_rt_pause();
  while (!is_there(w)) {
    if (is_lost(w)) {
      heddle_rt_left_plan(w->thread, HEDDLE_KEY_END, heddle_rt_expected(w->thread));
      break;
    }
    HEDDLE_RT_STORE(h->sleeping, 1);
    __atomic_fetch_add(&sleepers, 1, __ATOMIC_SEQ_CST);
    if (!is_there(w) && !is_lost(w)) heddle_rt_futex_wait(&h->sleeping, 1, NULL);
    __atomic_fetch_sub(&sleepers, 1, __ATOMIC_SEQ_CST);
    HEDDLE_RT_STORE(h->sleeping, 0);
  }
  return !is_over();
}

static bool await_clock(struct heddle_rt_held* h, uint32_t key, uint32_t thread, uint64_t clock) {
  if (__atomic_load_n(&heddle_rt_held[thread].clock, __ATOMIC_ACQUIRE) >= clock) return true;
  struct wanted w = {thread, clock, false, UINT64_MAX};
  return await(h, key, &w);
}

static bool await_needs(struct heddle_rt_held* h, uint32_t key, uint64_t unit, uint32_t first, uint32_t count) {
  for (const struct heddle_plan_need* n = &h->plan->needs[first]; count > 0; ++n, --count)
    if (n->thread != h->id && !await_clock(h, key, n->thread, time_of(unit, n->count))) return false;
  return true;
}

/* ---- the walk ---- */

static void enter(struct heddle_rt_held* h, uint32_t unit, uint64_t number) {
  h->unit = &h->plan->units[unit];
  h->number = number;
  h->first = h->next = h->end = NULL;
  if (h->unit->kind != HEDDLE_SECTION) return;
  const struct heddle_plan_list* l = &h->plan->lists[h->unit->first + h->id];
  h->first = h->next = &h->plan->events[l->first];
  h->end = h->first + l->count;
}

/* All constrained events of the section behind us. */
static bool await_section(struct heddle_rt_held* h, uint32_t key) {
  if (h->behind && !await_needs(h, key, h->behind_number, h->behind->first_end, h->behind->ends)) return false;
  h->behind = NULL;
  return true;
}

static void adopt(struct heddle_rt_held* h, uint64_t published) {
  uint32_t unit = (uint32_t)(published & UNIT_MASK);
  if (unit - h->plan->base >= h->plan->head->units) /* it is of another plan */
    for (h->plan = heddle_rt_newest_plan(); unit < h->plan->base;) --h->plan;
  h->behind = NULL;
  enter(h, unit - h->plan->base, published >> UNIT_BITS);
}

static void publish(struct heddle_rt_held* h, uint64_t seen, const struct heddle_rt_plan* plan, uint32_t unit) {
  uint64_t next = (h->number + 1) << UNIT_BITS | (plan->base + unit);
  if (!__atomic_compare_exchange_n(&epoch, &seen, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return;
  adopt(h, next);
  /* Only those who have something to do before the next decision, or are asked there: the others may sleep on. */
  wake_set(plan->awake[unit]);
}

/* There is a newer plan, which allows more. All before this unit has happened, so who knows where that is in the newer
 * plan may publish it. Where nobody does, the program stays with its plan until it comes to another decision. */
static bool change_over(struct heddle_rt_held* h, const struct heddle_rt_plan* newest, uint64_t seen) {
  uint32_t unit = heddle_rt_moved(newest, h->plan, (uint32_t)(h->unit - h->plan->units));
  if (unit == UINT32_MAX) return false;
  const struct heddle_rt_plan* before = h->plan;
  publish(h, seen, newest, unit);
  if (h->plan != before) __atomic_fetch_add(&heddle_rt_status->relaxed, 1, __ATOMIC_RELAXED);
  return true;
}

static const struct heddle_plan_branch* branch(const struct heddle_rt_held* h, uint32_t on) {
  const struct heddle_plan_branch *b = &h->plan->branches[h->unit->first], *end = b + h->unit->count;
  while (b != end && b->on != on) ++b;
  return b != end ? b : NULL;
}

static bool decide(struct heddle_rt_held* h, uint32_t key, uint64_t seen) {
  struct heddle_rt_held* asked = &heddle_rt_held[h->unit->thread];
  uint32_t way = key;
  if (asked != h) {
    uint32_t arrival = HEDDLE_RT_LOAD(asked->arrival);
    if (arrival == 0) {
      struct wanted w = {asked->id, UINT64_MAX, true, h->number};
      return await(h, key, &w);
    }
    /* Others may have decided meanwhile, and then it is the arrival at a later event. */
    if (HEDDLE_RT_LOAD(epoch) != seen) return true;
    way = arrival - 1;
  }
  const struct heddle_plan_branch* b = branch(h, way);
  if (b) {
    publish(h, seen, h->plan, b->unit);
    return true;
  }
  if (HEDDLE_RT_LOAD(epoch) != seen) return true;
  heddle_rt_left_plan(asked->id, way, h->plan->branches[h->unit->first].on);
  return false;
}

static void choose(struct heddle_rt_held* h, uint64_t seen) {
  const struct heddle_plan_branch *b = &h->plan->branches[h->unit->first], *least = b, *own = NULL;
  for (const struct heddle_plan_branch* end = b + h->unit->count; b != end; ++b) {
    if (heddle_rt_held[b->on].gone < heddle_rt_held[least->on].gone) least = b;
    if (b->on == h->id) own = b;
  }
  if (own && h->gone <= heddle_rt_held[least->on].gone + h->plan->head->slack) least = own;
  uint64_t before = h->number;
  publish(h, seen, h->plan, least->unit);
  if (h->number != before) HEDDLE_RT_NOTE(heddle_rt_held[least->on].gone, heddle_rt_held[least->on].gone + 1);
}

/* To the next unit. False: the program has left the plan. */
static bool go_on(struct heddle_rt_held* h, uint32_t key) {
  if (h->unit->kind == HEDDLE_SECTION) {
    /* Whoever has nothing to do in the next section leads nobody astray: the section after it waits for that one. */
    h->behind = h->unit;
    h->behind_number = h->number;
    enter(h, h->unit->next, h->number + 1);
    return true;
  }
  uint64_t seen = HEDDLE_RT_LOAD(epoch);
  if (seen >> UNIT_BITS > h->number) {
    adopt(h, seen);
    return true;
  }
  if (h->unit->kind == HEDDLE_OVER) {
    heddle_rt_left_plan(h->id, key, HEDDLE_KEY_END);
    return false;
  }
  if (h->behind && !await_section(h, key)) return false;
  const struct heddle_rt_plan* newest = heddle_rt_newest_plan();
  if (__builtin_expect(newest != h->plan, 0) && change_over(h, newest, seen)) return true;
  if (h->unit->kind == HEDDLE_DECISION) return decide(h, key, seen);
  choose(h, seen);
  return true;
}

/* The thread has come to `key`. Its event, when it may happen; null: nobody holds the program any more. */
const struct heddle_plan_event* heddle_rt_gate(struct heddle_rt_held* h, uint32_t key) {
  if (__builtin_expect(HEDDLE_RT_LOAD(heddle_rt_freed), 0)) return NULL;
  if (__builtin_expect(h->ends && HEDDLE_RT_LOAD(leaving), 0)) return NULL; /* exit handlers */
  while (h->next == h->end)
    if (!go_on(h, key)) goto out;
  const struct heddle_plan_event* e = h->next;
  if (e->key != key) {
    heddle_rt_left_plan(h->id, key, e->key);
    goto out;
  }
  if (!(e->flags & HEDDLE_EVENT_LOOSE)) {
    if (h->behind && !await_section(h, key)) goto out;
    if (e->needs && !await_needs(h, key, h->number, e->first_need, e->needs)) goto out;
  }
  if (HEDDLE_RT_LOAD(h->arrival)) HEDDLE_RT_STORE(h->arrival, 0);
  return e;
out:
  if (HEDDLE_RT_LOAD(leaving) && !HEDDLE_RT_LOAD(heddle_rt_freed) && !h->ends) heddle_rt_sleep_for_ever();
  return NULL;
}

/* The event has happened. */
void heddle_rt_passed(struct heddle_rt_held* h, const struct heddle_plan_event* e, uint32_t kind, uint32_t size,
                      uint64_t value) {
  if (__builtin_expect(heddle_rt_is_recording, 0)) heddle_rt_log_held(h->id, e->key / 4, kind, size, value);
  h->next = e + 1;
  HEDDLE_RT_NOTE(h->events, h->events + 1);
  if (!(e->flags & HEDDLE_EVENT_COUNTS)) return;
  HEDDLE_RT_STORE(h->clock, time_of(h->number, (uint32_t)(h->next - h->first)));
  wake(h->id);
}

void heddle_rt_note_held(uint32_t event, uint64_t value) {
  const struct heddle_rt_thread* t = heddle_rt_self;
  if (heddle_rt_is_recording && t) heddle_rt_log_held(t->id, event, HEDDLE_UNSEEN, 0, value);
}

uint32_t heddle_rt_expected(uint32_t thread) {
  const struct heddle_rt_held* h = &heddle_rt_held[thread];
  if (h->next != h->end) return h->next->key;
  return h->unit->kind == HEDDLE_DECISION && h->unit->thread == thread ? h->plan->branches[h->unit->first].on
                                                                       : HEDDLE_KEY_END;
}

/* A thread begins: it joins where the others are. */
void heddle_rt_begin_held(uint32_t thread, const struct heddle_rt_held* creator) {
  struct heddle_rt_held* h = &heddle_rt_held[thread];
  h->id = thread;
  h->arrival = 0;
  h->behind = NULL;
  h->plan = creator ? creator->plan : heddle_rt_plans;
  if (!creator) {
    adopt(h, 0);
    return;
  }
  h->behind = creator->behind;
  h->behind_number = creator->behind_number;
  enter(h, (uint32_t)(creator->unit - creator->plan->units), creator->number);
}

void heddle_rt_end_held(struct heddle_rt_held* h) {
  if (h->next != h->end && !is_over()) heddle_rt_left_plan(h->id, HEDDLE_KEY_END, h->next->key);
  HEDDLE_RT_STORE(h->arrival, HEDDLE_KEY_END + 1);
  wake(h->id);
}

void heddle_rt_stop_holding(void) {
  HEDDLE_RT_STORE(heddle_rt_freed, 1);
  wake_set(ALL);
}

void heddle_rt_program_ends(void) {
  HEDDLE_RT_STORE(leaving, 1);
  wake_set(ALL);
}

uint64_t heddle_rt_units_passed(void) {
  uint64_t most = 0;
  for (uint32_t i = 0; i < heddle_rt_newest_plan()->head->threads; ++i)
    if (heddle_rt_held[i].unit && __atomic_load_n(&heddle_rt_held[i].number, __ATOMIC_RELAXED) > most)
      most = heddle_rt_held[i].number;
  return most;
}
