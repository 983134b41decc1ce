/* SPDX-License-Identifier: Apache-2.0 */
/* free and realloc as the program calls them: the one file that may name them.
 *
 * A trace that the verifier has made may say that a pointer to freed memory differs from one to a later block. The C
 * library likes to give out again what was freed last, and the program would go another way. So the replay of such a
 * trace keeps what is freed, up to a limit, and realloc moves every block. A recorded run saw real addresses: its
 * replay frees as the program does. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "held.h"

static const struct heddle_act* reach(uint32_t event, void* block) {
  if (!block) return heddle_rt_reach_if_listed(event);
  const struct heddle_rt_thread* t = heddle_rt_self;
  const struct heddle_act* next = t ? heddle_rt_following(t, event, 0) : NULL;
  /* Only at a race is it certain that the address is that of a block, so that the size can be asked for. */
  size_t size = next && next->kind == HEDDLE_STOP ? malloc_usable_size(block) : 1;
  return heddle_rt_reach(event, 0, block, size);
}

/* Null as the new size: free. */
static void* real(void* block, const size_t* size) {
  if (size) return realloc(block, *size);
  free(block);
  return NULL;
}

enum { KEPT_AT_MOST = 256 << 20 };
static size_t kept;

static bool keeps(size_t bytes) {
  return heddle_rt_schedule->expected != HEDDLE_EXPECT_END &&
         __atomic_add_fetch(&kept, bytes, __ATOMIC_RELAXED) <= KEPT_AT_MOST;
}

/* The trace says that the block is one. */
static void* keep_and_change(void* block, const size_t* size) {
  if (!block || (size && *size == 0)) return real(block, size);
  const size_t old = malloc_usable_size(block);
  if (!keeps(old)) return real(block, size);
  void* moved = size ? malloc(*size) : NULL;
  if (moved) memcpy(moved, block, old < *size ? old : *size);
  return moved;
}

static void* free_change(uint32_t event, void* block, const size_t* size) {
  (void)event;
  return real(block, size);
}

static void* record_change(uint32_t event, void* block, const size_t* size) {
  heddle_rt_log_enter();
  heddle_rt_log(event, HEDDLE_PERFORM, 0, 0);
  void* result = real(block, size);
  heddle_rt_log_leave();
  return result;
}

static void* replay_change(uint32_t event, void* block, const size_t* size) {
  const struct heddle_act* act = reach(event, block);
  if (!act) return real(block, size);
  const bool fails = act->kind != HEDDLE_PERFORM;
  if (fails && kept) real(block, NULL); /* it may be one that was kept: then the C library notices the second time */
  void* result = fails ? real(block, size) : keep_and_change(block, size);
  heddle_rt_done(heddle_rt_self, act);
  return result;
}

static void* held_change(uint32_t event, void* block, const size_t* size) {
  struct heddle_rt_held* h = heddle_rt_held_self();
  const struct heddle_plan_event* e = h ? heddle_rt_gate(h, 4 * event) : NULL;
  void* result = real(block, size);
  if (e) heddle_rt_passed(h, e, HEDDLE_PERFORM, 0, 0);
  return result;
}

static void* (*const modes[HEDDLE_MODES])(uint32_t, void*, const size_t*) = {free_change, record_change, replay_change,
                                                                             held_change};

void heddle_Free(uint32_t event, void* block) { modes[heddle_mode](event, block, NULL); }
void* heddle_Realloc(uint32_t event, void* block, size_t size) { return modes[heddle_mode](event, block, &size); }
