/* SPDX-License-Identifier: Apache-2.0 */
/* A program held to a plan (include/heddle/plan_format.h): the gate in front of every event.
 *
 * Each thread walks through the units by itself. It has a clock that says how far it has come: the number of the unit,
 * and in it the number of its events. A thread that comes to its next event looks at the clocks of those it needs; if
 * they are far enough, it goes on, having read a few words and written one. There is no lock and no central list.
 *
 * Sections follow each other without a word. Where the way depends on the program (a decision) or on us (a choice), one
 * thread publishes the next unit in `epoch`: the one that is asked, or whoever comes first to a choice. It does so only
 * when all events before are done; so a thread that finds a later epoch than it expected has missed nothing, and goes
 * on from there.
 *
 * In a stretch one thread goes alone, through branchings that nobody else has to know of. Its clock moves at the end.
 * If the stretch has several ends, the thread publishes the one to which it came.
 *
 * Most events need nobody and are needed by nobody: those of a stretch but the last one, and of a section those between
 * two that others look at. They are quiet. Instrumented code passes them by itself, one after the other along the lane
 * of its thread, and we hear of it when the thread comes to the next event that is not.
 *
 * A newer plan may come while the program runs (plan.c). The change happens where a unit is published, too: whoever
 * would decide publishes the same place in the newer plan instead.
 *
 * Why no wake-up is lost: a sleeper says that it sleeps, then fences, then looks once more at what it waits for; a
 * thread that moves its clock, ends, or publishes does that first, then fences, and then looks for sleepers. So one of
 * the two sees the other. Sleeping is rare, so the sleeper pays for both: its fence is one of the kernel's for all
 * threads of the process (membarrier), and the others only keep the compiler from changing the order. A fence of their
 * own would make each of them wait until the word has left the processor that polls it, 130 ns where one event takes
 * ten. */
#include <errno.h>
#include <linux/membarrier.h>
#include <limits.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "held.h"

struct heddle_rt_held heddle_rt_held[HEDDLE_MAX_THREADS];
uint32_t heddle_rt_freed;
static const struct heddle_plan_event nowhere = {.quiet = HEDDLE_LOUD};
struct heddle_lane heddle_rt_no_lane = {.at = &nowhere};
_Thread_local struct heddle_lane* heddle_lane = &heddle_rt_no_lane;
static uint64_t epoch __attribute__((aligned(128))); /* number << UNIT_BITS | unit */
uint32_t heddle_rt_asleep __attribute__((aligned(128)));
bool heddle_rt_heavy_fence_works;
static int processors;
static uint32_t leaving; /* the program ends: nothing is asked any more */

enum { UNIT_BITS = 20, SPINS = 400, CROWDED_SPINS = 4, YIELDS = 100 };
#define ALL UINT64_MAX
#define UNIT_MASK ((1u << UNIT_BITS) - 1)
/* So many units can be counted: enough for half a year at a million a second. */
#define LAST_NUMBER ((1ull << (64 - UNIT_BITS)) - 2)

/* ---- waiting ---- */

void heddle_rt_prepare_to_hold(void) {
  processors = (int)sysconf(_SC_NPROCESSORS_ONLN);
  heddle_rt_heavy_fence_works = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

static void heavy_fence(void) {
  int saved = errno;
  if (!heddle_rt_heavy_fence_works || syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0)
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  errno = saved;
}

static void wake_up(struct heddle_rt_held* h) {
  if (!HEDDLE_RT_LOAD(h->sleeping)) return;
  HEDDLE_RT_STORE(h->sleeping, 0);
  heddle_rt_futex_wake(&h->sleeping, 1);
}

/* Those who wait for this clock, and need not wait any longer. */
void heddle_rt_wake(const struct heddle_rt_held* h) {
  for (uint32_t i = 0; i < heddle_rt_newest_plan()->head->threads; ++i) {
    struct heddle_rt_held* other = &heddle_rt_held[i];
    if (HEDDLE_RT_LOAD(other->awaits) == h->id && HEDDLE_RT_LOAD(other->until) <= h->clock) wake_up(other);
  }
}

/* Those of a set; ALL: everybody. */
static void wake_set(uint64_t set) {
  heddle_rt_light_fence();
  if (HEDDLE_RT_LOAD(heddle_rt_asleep) == 0) return;
  for (uint32_t i = 0; i < heddle_rt_newest_plan()->head->threads; ++i)
    if (set == ALL || set >> (i % 64) & 1) wake_up(&heddle_rt_held[i]);
}

static bool is_over(void) { return HEDDLE_RT_LOAD(heddle_rt_freed) || HEDDLE_RT_LOAD(leaving); }

struct wanted {    /* either the clock of a thread, or a later epoch */
  uint32_t thread; /* ... which this thread publishes */
  bool epoch;      /* then `value` is the number that it must be later than */
  uint64_t value;
};

static bool has_come(const struct wanted* w) {
  if (w->epoch) return __atomic_load_n(&epoch, __ATOMIC_ACQUIRE) >> UNIT_BITS > w->value;
  return __atomic_load_n(&heddle_rt_held[w->thread].clock, __ATOMIC_ACQUIRE) >= w->value;
}

/* The other one has ended. A clock that it has not reached never comes; a decision about it is for anybody to make. */
static bool is_there(const struct wanted* w) {
  return has_come(w) || __atomic_load_n(&heddle_rt_held[w->thread].ended, __ATOMIC_ACQUIRE) || is_over();
}

/* More threads than processors: who is waited for may need the one that we have. */
static void spin(const struct wanted* w) {
  const bool crowded = (int)__atomic_load_n(&heddle_rt_thread_count, __ATOMIC_RELAXED) > processors;
  for (int i = crowded ? CROWDED_SPINS : SPINS; i > 0 && !is_there(w); --i) heddle_rt_pause();
  for (int i = crowded ? YIELDS : 0; i > 0 && !is_there(w); --i) sched_yield();
}

/* False: the program has left the plan. */
static bool await(struct heddle_rt_held* h, uint32_t key, const struct wanted* w) {
  if (has_come(w)) return !is_over();
  HEDDLE_RT_NOTE(h->waits, h->waits + 1);
  HEDDLE_RT_NOTE(h->arrival, key + 1);
  HEDDLE_RT_NOTE(h->awaits, w->thread);
  HEDDLE_RT_NOTE(h->until, w->epoch ? UINT64_MAX : w->value);
  for (spin(w); !is_there(w);) {
    HEDDLE_RT_STORE(h->sleeping, 1);
    __atomic_fetch_add(&heddle_rt_asleep, 1, __ATOMIC_SEQ_CST);
    heavy_fence();
    if (!is_there(w)) heddle_rt_futex_wait(&h->sleeping, 1, NULL);
    __atomic_fetch_sub(&heddle_rt_asleep, 1, __ATOMIC_SEQ_CST);
    HEDDLE_RT_STORE(h->sleeping, 0);
  }
  HEDDLE_RT_NOTE(h->arrival, 0);
  if (!w->epoch && !has_come(w) && !is_over())
    heddle_rt_left_plan(w->thread, HEDDLE_KEY_END, heddle_rt_expected(w->thread));
  return !is_over();
}

static bool await_clock(struct heddle_rt_held* h, uint32_t key, uint32_t thread, uint64_t clock) {
  struct wanted w = {thread, false, clock};
  return has_come(&w) || await(h, key, &w);
}

static bool await_needs(struct heddle_rt_held* h, uint32_t key, uint64_t unit, uint32_t first, uint32_t count) {
  for (const struct heddle_plan_need* n = &h->plan->needs[first]; count > 0; ++n, --count)
    if (n->thread != h->id && !await_clock(h, key, n->thread, heddle_rt_time(unit, n->count))) return false;
  return true;
}

/* ---- the walk ---- */

static void enter(struct heddle_rt_held* h, uint32_t unit, uint64_t number) {
  h->unit = &h->plan->units[unit];
  h->number = number;
  h->first = h->next = h->end = NULL;
  heddle_rt_close_lane(h);
  if (h->unit->kind == HEDDLE_STRETCH && h->unit->thread == h->id) {
    h->next = &h->plan->events[h->unit->first];
    h->end = h->next + 1;
  }
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

/* Where a thread is asked that lives, nobody else publishes. */
static bool is_for_us_alone(const struct heddle_rt_held* h) {
  return (h->unit->kind == HEDDLE_DECISION || h->unit->kind == HEDDLE_STRETCH) && h->unit->thread == h->id;
}

static void publish(struct heddle_rt_held* h, uint64_t seen, const struct heddle_rt_plan* plan, uint32_t unit) {
  uint64_t next = (h->number + 1) << UNIT_BITS | (plan->base + unit);
  if (__builtin_expect(h->number >= LAST_NUMBER, 0)) return heddle_rt_left_plan_because("it has run for too long");
  if (is_for_us_alone(h))
    __atomic_store_n(&epoch, next, __ATOMIC_RELEASE);
  else if (!__atomic_compare_exchange_n(&epoch, &seen, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    return;
  adopt(h, next);
  /* Only those who have something to do before the next decision, or are asked there: the others may sleep on. But for
   * a thread that has ended somebody else must answer. */
  uint32_t asked = plan->asks[unit];
  wake_set(asked != UINT32_MAX && HEDDLE_RT_LOAD(heddle_rt_held[asked].ended) ? ALL : plan->awake[unit]);
}

/* There is a newer plan, which allows more. All before this unit has happened, so who knows where that is in the newer
 * plan may publish it. Where nobody does, the program stays with its plan until it comes to another decision. */
static bool change_over(struct heddle_rt_held* h, const struct heddle_rt_plan* newest, uint64_t seen, uint32_t at) {
  uint32_t unit = heddle_rt_moved(newest, h->plan, at);
  if (unit == UINT32_MAX) return false;
  const struct heddle_rt_plan* before = h->plan;
  publish(h, seen, newest, unit);
  if (h->plan != before) __atomic_fetch_add(&heddle_rt_status->relaxed, 1, __ATOMIC_RELAXED);
  return true;
}

/* The last event of a stretch is done. */
void heddle_rt_leave_stretch(struct heddle_rt_held* h, const struct heddle_plan_event* last) {
  h->next = h->end = NULL;
  heddle_rt_close_lane(h);
  if (h->unit->next != HEDDLE_TOLD) {
    __atomic_store_n(&h->clock, heddle_rt_time(h->number, 1), __ATOMIC_RELEASE);
    heddle_rt_light_fence();
    if (__builtin_expect(HEDDLE_RT_LOAD(heddle_rt_asleep) != 0, 0)) heddle_rt_wake(h);
    return;
  }
  uint64_t seen = __atomic_load_n(&epoch, __ATOMIC_ACQUIRE);
  const struct heddle_rt_plan* newest = heddle_rt_newest_plan();
  if (__builtin_expect(newest != h->plan, 0) && change_over(h, newest, seen, (uint32_t)last->then)) return;
  publish(h, seen, h->plan, (uint32_t)last->then);
}

static const struct heddle_plan_branch* branch(const struct heddle_rt_held* h, uint32_t on) {
  const struct heddle_plan_branch *b = &h->plan->branches[h->unit->first], *end = b + h->unit->count;
  while (b != end && b->on != on) ++b;
  return b != end ? b : NULL;
}

/* The thread itself says which way it went, when it comes to its next event; for one that has ended anybody does. */
static bool decide(struct heddle_rt_held* h, uint32_t key, uint64_t seen) {
  const struct heddle_rt_held* asked = &heddle_rt_held[h->unit->thread];
  const uint32_t way = asked == h ? key : HEDDLE_KEY_END;
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

/* Whoever is in the stretch tells us where it ends. If that thread has ended instead, it never does. */
static bool await_stretch(struct heddle_rt_held* h, uint32_t key) {
  struct wanted w = {h->unit->thread, true, h->number};
  bool gone = __atomic_load_n(&heddle_rt_held[w.thread].ended, __ATOMIC_ACQUIRE);
  if (!gone || has_come(&w)) return await(h, key, &w);
  heddle_rt_left_plan(w.thread, HEDDLE_KEY_END, h->plan->events[h->unit->first].key);
  return false;
}

/* The plan is over because some thread ends the program. Whoever else comes to an event waits for that. False: every
 * other thread has ended or waits at an event, so the program goes on where the plan says that it has its end. */
static bool is_ended_by_another(struct heddle_rt_held* h, uint32_t key) {
  static const struct timespec look = {0, 1000000};
  if (h->behind && !await_section(h, key)) return is_over();
  HEDDLE_RT_NOTE(h->arrival, key + 1);
  for (bool goes_on = true; goes_on && !is_over();) {
    goes_on = false;
    for (uint32_t i = 0; i < h->plan->head->threads; ++i)
      goes_on |= i != h->id && heddle_rt_threads[i].started && !HEDDLE_RT_LOAD(heddle_rt_held[i].ended) &&
                 HEDDLE_RT_LOAD(heddle_rt_held[i].arrival) == 0;
    if (goes_on) nanosleep(&look, NULL);
  }
  HEDDLE_RT_NOTE(h->arrival, 0);
  return is_over();
}

/* To the next unit. False: the program has left the plan. */
static bool go_on(struct heddle_rt_held* h, uint32_t key) {
  if (h->unit->kind == HEDDLE_SECTION || (h->unit->kind == HEDDLE_STRETCH && h->unit->next != HEDDLE_TOLD)) {
    /* Whoever has nothing to do in the next section leads nobody astray: the section after it waits for that one. */
    h->behind = h->unit;
    h->behind_number = h->number;
    enter(h, h->unit->next, h->number + 1);
    return true;
  }
  uint64_t seen = __atomic_load_n(&epoch, __ATOMIC_ACQUIRE);
  if (seen >> UNIT_BITS > h->number) {
    adopt(h, seen);
    return true;
  }
  if (h->unit->kind == HEDDLE_STRETCH) return await_stretch(h, key);
  if (h->unit->kind == HEDDLE_OVER) {
    if (!is_ended_by_another(h, key)) heddle_rt_left_plan(h->id, key, HEDDLE_KEY_END);
    return false;
  }
  if (h->unit->kind == HEDDLE_DECISION && h->unit->thread != h->id &&
      !HEDDLE_RT_LOAD(heddle_rt_held[h->unit->thread].ended)) {
    struct wanted w = {h->unit->thread, true, h->number};
    return await(h, key, &w);
  }
  if (h->behind && !await_section(h, key)) return false;
  const struct heddle_rt_plan* newest = heddle_rt_newest_plan();
  if (__builtin_expect(newest != h->plan, 0) && change_over(h, newest, seen, (uint32_t)(h->unit - h->plan->units)))
    return true;
  if (h->unit->kind == HEDDLE_DECISION) return decide(h, key, seen);
  choose(h, seen);
  return true;
}

const struct heddle_plan_event* heddle_rt_wait_at_gate(struct heddle_rt_held* h, uint32_t key) {
  if (__builtin_expect(HEDDLE_RT_LOAD(heddle_rt_freed), 0)) return NULL;
  if (__builtin_expect(h->handlers != 0, 0)) {
    heddle_rt_left_plan_because("a handler of a signal does something that others may notice");
    return NULL;
  }
  if (__builtin_expect(h->ends && HEDDLE_RT_LOAD(leaving), 0)) return NULL; /* exit handlers */
  while (h->next == h->end)
    if (!go_on(h, key)) goto out;
  const struct heddle_plan_event* e = h->next;
  while (e->key != key && e->other) e += e->other;
  if (e->key != key) {
    heddle_rt_left_plan(h->id, key, e->key);
    goto out;
  }
  if (!(e->flags & HEDDLE_EVENT_LOOSE)) {
    if (h->behind && !await_section(h, key)) goto out;
    if (e->needs && !await_needs(h, key, h->number, e->first_need, e->needs)) goto out;
  }
  return e;
out:
  if (HEDDLE_RT_LOAD(leaving) && !HEDDLE_RT_LOAD(heddle_rt_freed) && !h->ends) heddle_rt_sleep_for_ever();
  return NULL;
}

void heddle_rt_note_held(uint32_t event, uint64_t value) {
  const struct heddle_rt_thread* t = heddle_rt_self;
  if (heddle_rt_is_recording && t) heddle_rt_log_held(t->id, event, HEDDLE_UNSEEN, 0, value);
}

uint32_t heddle_rt_expected(uint32_t thread) {
  const struct heddle_rt_held* h = &heddle_rt_held[thread];
  const struct heddle_plan_event* at = h->lane.at;
  if (at != h->opened) return at->key;
  if (h->next != h->end) return h->next->key;
  return h->unit->kind == HEDDLE_DECISION && h->unit->thread == thread ? h->plan->branches[h->unit->first].on
                                                                       : HEDDLE_KEY_END;
}

/* A thread begins: it joins where the others are. */
void heddle_rt_begin_held(uint32_t thread, const struct heddle_rt_held* creator) {
  struct heddle_rt_held* h = &heddle_rt_held[thread];
  h->id = thread;
  h->arrival = 0;
  h->ended = 0;
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
  heddle_rt_catch_up(h);
  if (h->next != h->end && !is_over()) heddle_rt_left_plan(h->id, HEDDLE_KEY_END, h->next->key);
  HEDDLE_RT_NOTE(h->arrival, HEDDLE_KEY_END + 1);
  HEDDLE_RT_STORE(h->ended, 1);
  wake_set(ALL);
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
