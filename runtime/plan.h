/* SPDX-License-Identifier: Apache-2.0 */
/* A plan in memory. */
#ifndef HEDDLE_RUNTIME_PLAN_H
#define HEDDLE_RUNTIME_PLAN_H
#include "heddle/plan_format.h"
#include "internal.h"

struct heddle_rt_plan {
  const struct heddle_plan* head;
  const struct heddle_plan_unit* units;
  const struct heddle_plan_list* lists;
  const struct heddle_plan_event* events;
  const struct heddle_plan_need* needs;
  const struct heddle_plan_branch* branches;
  const struct heddle_plan_from* froms;
  const struct heddle_plan_move* moves;
  const struct heddle_plan_name* names;
  const char* text;
  uint64_t* awake; /* of each unit: threads (modulo 64) that have something to do until the next decision, or there */
  uint32_t* asks;  /* of each unit: whom the next decision asks; UINT32_MAX: nobody, or there is a choice before */
  uint32_t base;   /* the number of its first unit among the units of all plans */
};
/* All plans of the run, one after the other. They stay: threads may still be in an old one. */
extern struct heddle_rt_plan heddle_rt_plans[HEDDLE_MAX_PLANS];
extern uint32_t heddle_rt_newest; /* written by the watchdog */

static inline const struct heddle_rt_plan* heddle_rt_newest_plan(void) {
  return &heddle_rt_plans[HEDDLE_RT_LOAD(heddle_rt_newest)];
}

const char* heddle_rt_load_plan(const char* path); /* the first; null, or what is wrong with the file */
void heddle_rt_look_for_plan(void);                /* the watchdog: has another plan taken its place? */
/* Where a program goes on in `plan` that is at a unit of an older plan; UINT32_MAX: it cannot change over there. */
uint32_t heddle_rt_moved(const struct heddle_rt_plan* plan, const struct heddle_rt_plan* older, uint32_t unit);
const char* heddle_rt_name(uint32_t id); /* null: it has none */
#endif
