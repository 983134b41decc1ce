/* SPDX-License-Identifier: Apache-2.0 */
/* A program schedule as a running program reads it: HEDDLE_PLAN=FILE, or the file PROGRAM.plan beside the program.
 *
 * It is a graph of units (Metzler, Suri and Weissenbacher, "Extracting safe thread schedules from incomplete model
 * checking results", SPIN 2019, section 4 and appendix B). A *section* has a list of events for each thread, and each
 * event says how far other threads must have come in the same section: that is its row of a vector clock. No event of
 * the next section happens before the constrained events of this one are done. A *decision* asks one thread for the key
 * of the event it comes to next (or its end) and so learns which way the program went: the guard of the next section. A
 * *choice* takes, of several threads that may go on, the one that has gone least often. In a *stretch* one thread goes
 * alone, through branchings: at each place it may come to one of several events, and each leads to another place, or
 * out of the stretch.
 *
 * A key is 4 * event id + part: 0 the event itself, 1 the second part of one that sleeps in between (a wait on a
 * condition variable, a wait at a barrier). HEDDLE_KEY_END: the thread has ended.
 *
 * While the program runs, another plan may take the place of the file (by rename: whole or not at all). It says from
 * which units of earlier plans a program may go on in it: decisions and choices, where all that was before has
 * happened.
 *
 * The file is: struct heddle_plan, then heddle_plan_unit[units], heddle_plan_list[lists], heddle_plan_event[events],
 * heddle_plan_need[needs], heddle_plan_branch[branches], heddle_plan_from[froms], heddle_plan_move[moves],
 * heddle_plan_name[names], and `text` bytes of names, each ended by a zero. All numbers are in the byte order of the
 * machine, with the same layout for 32-bit and 64-bit
 * programs. Any change of layout or meaning raises HEDDLE_PLAN_VERSION. */
#ifndef HEDDLE_PLAN_FORMAT_H
#define HEDDLE_PLAN_FORMAT_H
#include <stdint.h>

#define HEDDLE_PLAN_VERSION 4u
#define HEDDLE_PLAN_MAGIC 0x31504548u /* "HEP1" */
#define HEDDLE_KEY_END 2u
#define HEDDLE_MAX_UNITS (1u << 20)  /* of all plans of a run together */
#define HEDDLE_MAX_PLANS 64u         /* of a run, one after the other */
#define HEDDLE_MAX_IN_SECTION 60000u /* events of one thread */

enum heddle_on_divergence {
  HEDDLE_DIVERGED_STOP = 0, /* say it, and end the program */
  HEDDLE_DIVERGED_WARN = 1, /* say it, and let the program go */
  HEDDLE_DIVERGED_FREE = 2  /* let it go */
};

struct heddle_plan {
  uint32_t magic, version;
  uint32_t level;         /* 0, 1, 2 */
  uint32_t on_divergence; /* enum heddle_on_divergence */
  uint32_t patience_ms;   /* a thread for which others have waited so long is named on standard error */
  uint32_t slack;         /* choices: the thread that asks may be ahead of the others by so much */
  uint32_t threads, units, lists, events, needs, branches, names, text;
  uint32_t froms, moves;
  uint32_t id[2];      /* of its units; plans of one id have the same units */
  uint32_t program[2]; /* of the executable that it holds: its heddle_program_id */
};

enum heddle_unit_kind {
  HEDDLE_SECTION = 0,
  HEDDLE_DECISION = 1,
  HEDDLE_CHOICE = 2,
  HEDDLE_OVER = 3,
  HEDDLE_STRETCH = 4
};

struct heddle_plan_unit {
  uint32_t kind;            /* enum heddle_unit_kind */
  uint32_t thread;          /* decision: who is asked; stretch: who goes */
  uint32_t first;           /* section: its list for thread 0; decision, choice: the first branch; stretch: event */
  uint32_t count;           /* decision, choice: branches */
  uint32_t next;            /* section, stretch: the unit behind it; HEDDLE_TOLD: the thread tells which, at the end */
  uint32_t first_end, ends; /* section, stretch: needs that all hold when its constrained events are done */
};
#define HEDDLE_TOLD UINT32_MAX

struct heddle_plan_list { /* of one thread in one section */
  uint32_t first, count;  /* events */
};

enum {
  HEDDLE_EVENT_LOOSE = 1,  /* it needs nobody and nobody needs it: it may happen as soon as its thread is there */
  HEDDLE_EVENT_COUNTS = 2, /* somebody may wait for it */
  HEDDLE_EVENT_ELIDED = 4, /* the operation is left out: the schedule already does what it is for */
  HEDDLE_EVENT_ALONE = 8,  /* of a stretch */
  HEDDLE_EVENT_LEAVES = 16 /* the last one of a stretch */
};
struct heddle_plan_event {
  uint32_t key;
  uint32_t flags;
  int32_t starts; /* the number of the thread it creates; -1: none */
  uint32_t first_need, needs;
  uint32_t other; /* of a stretch: the next event of the same place, counted from this one; 0: there is no other */
  int32_t then; /* the first event of the place behind it, counted from this one; of the last: the unit that follows */
  uint32_t quiet; /* the key again, if nobody looks at the event and the next one stands behind it; else HEDDLE_LOUD */
};
/* A quiet event is an access, or an operation that is left out. It needs nobody, and nobody needs it, once the section
 * before is done. So instrumented code passes it without a call: struct heddle_lane in runtime.h. */
#define HEDDLE_LOUD UINT32_MAX

struct heddle_plan_need { /* `thread` has done `count` events of its list */
  uint32_t thread, count;
};

struct heddle_plan_branch {
  uint32_t on; /* decision: a key; choice: a thread */
  uint32_t unit;
};

struct heddle_plan_from { /* an earlier plan */
  uint32_t id[2];
  uint32_t first, count; /* moves, sorted by `at` */
};

struct heddle_plan_move { /* a program at the unit `at` of the earlier plan goes on at `to` of this one */
  uint32_t at, to;
};

struct heddle_plan_name { /* sorted by id; threads first (id: number), then events (id: HEDDLE_NAME_EVENT | event) */
  uint32_t id, text;      /* where it begins */
};
#define HEDDLE_NAME_EVENT 0x80000000u
#endif
