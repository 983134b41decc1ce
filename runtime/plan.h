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
  const struct heddle_plan_name* names;
  const char* text;
  uint64_t* awake; /* of each unit: threads (modulo 64) that have something to do until the next decision, or there */
};
extern struct heddle_rt_plan heddle_rt_plan;

const char* heddle_rt_load_plan(const char* path); /* null, or what is wrong with the file */
const char* heddle_rt_name(uint32_t id);           /* null: it has none */
#endif
