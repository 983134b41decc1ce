/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs: what the program reads from outside. A recording keeps them, a replay gives them back. */
#include <sys/auxv.h>
#include <string.h>

#include "held.h"

/* Also of a program that is held to a plan: a plan is safe whatever the inputs are. */
static uint64_t free_input(uint32_t event, uint64_t real) {
  (void)event;
  return real;
}

static uint64_t replay_input(uint32_t event, uint64_t real) {
  const struct heddle_act* act = heddle_rt_reach(event, 0, NULL, 0);
  if (!act) return real;
  uint64_t value = act->value;
  heddle_rt_done(heddle_rt_self, act);
  return value;
}

static uint64_t record_input(uint32_t event, uint64_t real) {
  heddle_rt_log_enter();
  heddle_rt_log(event, HEDDLE_PERFORM, 0, real);
  heddle_rt_log_leave();
  return real;
}

static uint64_t held_input(uint32_t event, uint64_t real) {
  heddle_rt_note_held(event, real);
  return real;
}

uint64_t heddle_input(uint32_t event, uint64_t real) {
  static uint64_t (*const modes[HEDDLE_MODES])(uint32_t, uint64_t) = {free_input, record_input, replay_input,
                                                                      held_input};
  return modes[heddle_mode](event, real);
}

/* Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014): the finishing step of SplitMix.
 * */
static uint64_t mix(uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* Any value may come, small ones more often: programs compare inputs with small numbers and use them as sizes. */
uint64_t heddle_any_value(void) {
  static uint32_t calls;
  uint64_t seed = 0;
  const void* random = (const void*)getauxval(AT_RANDOM);
  if (random) memcpy(&seed, random, sizeof seed);
  uint64_t z = mix(seed + 0x9e3779b97f4a7c15u * (1 + __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED)));
  switch (z >> 62) {
    case 0: return z & 1;
    case 1: return z & 15;
    case 2: return z & 255;
    default: return mix(z);
  }
}
