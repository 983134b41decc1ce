/* SPDX-License-Identifier: Apache-2.0 */
/* A thread that is held to a plan. */
#ifndef HEDDLE_RUNTIME_HELD_H
#define HEDDLE_RUNTIME_HELD_H
#include "plan.h"

typedef uint64_t heddle_rt_number __attribute__((aligned(8))); /* also on 32 bits */

/* Three groups on lines of their own: the first is looked at all the time by those who wait, the second hardly changes,
 * the third nobody else needs. */
struct heddle_rt_held {
  uint64_t clock __attribute__((aligned(128))); /* number of the unit, and of its events in it */
  uint32_t ended __attribute__((aligned(128))); /* 1: the thread has */
  uint32_t sleeping;                            /* futex, cleared by the waker */
  uint32_t awaits;                              /* whom it waits for */
  heddle_rt_number until;                       /* ... to have this clock; UINT64_MAX: to publish */
  uint32_t arrival;                             /* for reports: 1 + the key it waits at or ended with; 0: it runs */
  heddle_rt_number gone;                        /* how often it was chosen */
  /* its own */
  struct heddle_lane lane __attribute__((aligned(128))); /* `next` may be behind it: heddle_rt_catch_up */
  const struct heddle_plan_event* opened;                /* where the lane began */
  const struct heddle_rt_plan* plan;
  const struct heddle_plan_unit* unit; /* of the plan, like all that follows */
  heddle_rt_number number;             /* of the unit, counted from the start of the program */
  const struct heddle_plan_event *first, *next, *end;
  const struct heddle_plan_unit* behind; /* the section before, if it is not known to be done */
  heddle_rt_number behind_number;
  const struct heddle_plan_event* current; /* the access between heddle_before and heddle_after */
  bool ends;                               /* it is about to end the program, which it may at any time */
  uint32_t handlers;                       /* of signals, that run */
  uint32_t id;
  heddle_rt_number waits;
};
extern struct heddle_rt_held heddle_rt_held[HEDDLE_MAX_THREADS];
extern uint32_t heddle_rt_freed; /* 1: the program has left the plan and was let go */

extern uint32_t heddle_rt_asleep;        /* threads that sleep */
extern bool heddle_rt_heavy_fence_works; /* then those who do not sleep need no fence of their own */

const struct heddle_plan_event* heddle_rt_wait_at_gate(struct heddle_rt_held* h, uint32_t key);
void heddle_rt_wake(const struct heddle_rt_held* h);
void heddle_rt_leave_stretch(struct heddle_rt_held* h, const struct heddle_plan_event* last);

extern struct heddle_lane heddle_rt_no_lane; /* its event is not quiet */

/* Instrumented code has passed quiet events. */
static inline void heddle_rt_catch_up(struct heddle_rt_held* h) {
  const struct heddle_plan_event* at = h->lane.at;
  if (at == h->opened) return;
  h->next = h->opened = at;
  if (at->flags & HEDDLE_EVENT_ALONE) h->end = at + 1;
}

/* It may pass those that come next: the section before is done, and nobody writes them down. */
static inline void heddle_rt_open_lane(struct heddle_rt_held* h) {
  bool open = h->next != h->end && !h->behind && !heddle_rt_is_recording;
  h->lane.at = h->opened = open ? h->next : heddle_rt_no_lane.at;
}

static inline void heddle_rt_close_lane(struct heddle_rt_held* h) { h->lane.at = h->opened = heddle_rt_no_lane.at; }

/* Nobody looks whether the event is done: it may count as passed when it begins. */
static inline bool heddle_rt_is_unwatched(const struct heddle_plan_event* e) {
  return !(e->flags & (HEDDLE_EVENT_COUNTS | HEDDLE_EVENT_LEAVES));
}

/* The thread has come to `key`. Its event, when it may happen; null: nobody holds the program any more. */
static inline const struct heddle_plan_event* heddle_rt_gate(struct heddle_rt_held* h, uint32_t key) {
  heddle_rt_catch_up(h);
  const struct heddle_plan_event* e = h->next;
  bool goes = e != h->end && e->key == key && ((e->flags & HEDDLE_EVENT_LOOSE) || (!h->behind && !e->needs));
  return __builtin_expect(goes && !__atomic_load_n(&heddle_rt_freed, __ATOMIC_RELAXED), 1)
             ? e
             : heddle_rt_wait_at_gate(h, key);
}

/* What was written before is seen by those who are about to sleep, or we see that they sleep: held.c. */
static inline void heddle_rt_light_fence(void) {
  if (__builtin_expect(heddle_rt_heavy_fence_works, 1))
    __asm__ volatile("" ::: "memory");
  else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static inline uint64_t heddle_rt_time(uint64_t unit, uint32_t events) { return unit << 16 | events; }

/* It has happened; what follows is for the recording, if there is one. */
static inline void heddle_rt_passed(struct heddle_rt_held* h, const struct heddle_plan_event* e, uint32_t kind,
                                    uint32_t size, uint64_t value) {
  if (__builtin_expect(heddle_rt_is_recording, 0)) heddle_rt_log_held(h->id, e->key / 4, kind, size, value);
  HEDDLE_RT_NOTE(h->lane.events, h->lane.events + 1);
  if (e->flags & HEDDLE_EVENT_LEAVES) return heddle_rt_leave_stretch(h, e);
  if (e->flags & HEDDLE_EVENT_ALONE) {
    h->next = e + e->then;
    h->end = h->next + 1;
    return heddle_rt_open_lane(h);
  }
  h->next = e + 1;
  heddle_rt_open_lane(h);
  if (!(e->flags & HEDDLE_EVENT_COUNTS)) return;
  __atomic_store_n(&h->clock, heddle_rt_time(h->number, (uint32_t)(h->next - h->first)), __ATOMIC_RELEASE);
  heddle_rt_light_fence();
  if (__builtin_expect(__atomic_load_n(&heddle_rt_asleep, __ATOMIC_RELAXED) != 0, 0)) heddle_rt_wake(h);
}
void heddle_rt_note_held(uint32_t event, uint64_t value); /* what plans do not have: only the thread notices it */
void heddle_rt_begin_held(uint32_t thread, const struct heddle_rt_held* creator); /* null: the first thread */
void heddle_rt_end_held(struct heddle_rt_held* h);
uint32_t heddle_rt_expected(uint32_t thread); /* a key that the plan has for it */
void heddle_rt_stop_holding(void);
void heddle_rt_program_ends(void);
void heddle_rt_prepare_to_hold(void);
uint64_t heddle_rt_units_passed(void);

/* Null: the program was let go. */
static inline struct heddle_rt_held* heddle_rt_held_self(void);

/* divergence.c: the program does what the plan does not have: `thread` came to `key` */
void heddle_rt_left_plan(uint32_t thread, uint32_t key, uint32_t expected);
void heddle_rt_left_plan_because(const char* why); /* a thread that the plan does not know */
void heddle_rt_left_plan_assuming(uint32_t event); /* what is assumed there does not hold */
void heddle_rt_say_who_waits(const char* head);

static inline struct heddle_rt_held* heddle_rt_held_self(void) {
  struct heddle_rt_thread* t = heddle_rt_self;
  if (__builtin_expect(!t, 0)) {
    heddle_rt_left_plan_because("a thread came that the schedule does not know");
    return NULL;
  }
  return &heddle_rt_held[t->id];
}
#endif
