/* SPDX-License-Identifier: Apache-2.0 */
/* free and realloc as the program calls them: the one file that may name them. */
#include <malloc.h>
#include <stdlib.h>

#include "internal.h"

static const struct heddle_act* reach(uint32_t event, void* block) {
  if (!block) return heddle_rt_reach_if_listed(event);
  const struct heddle_rt_thread* t = heddle_rt_self;
  const struct heddle_act* next = t ? heddle_rt_following(t, event, 0) : NULL;
  /* Only at a race is it certain that the address is that of a block, so that the size can be asked for. */
  size_t size = next && next->kind == HEDDLE_STOP ? malloc_usable_size(block) : 1;
  return heddle_rt_reach(event, 0, block, size);
}

void heddle_Free(uint32_t event, void* block) {
  const struct heddle_act* act = heddle_mode == HEDDLE_REPLAY ? reach(event, block) : NULL;
  if (heddle_mode == HEDDLE_RECORD) {
    heddle_rt_log_enter();
    heddle_rt_log(event, HEDDLE_PERFORM, 0, 0);
  }
  free(block);
  if (heddle_mode == HEDDLE_RECORD) heddle_rt_log_leave();
  if (act) heddle_rt_done(heddle_rt_self, act);
}

void* heddle_Realloc(uint32_t event, void* block, size_t size) {
  const struct heddle_act* act = heddle_mode == HEDDLE_REPLAY ? reach(event, block) : NULL;
  if (heddle_mode == HEDDLE_RECORD) {
    heddle_rt_log_enter();
    heddle_rt_log(event, HEDDLE_PERFORM, 0, 0);
  }
  void* result = realloc(block, size);
  if (heddle_mode == HEDDLE_RECORD) heddle_rt_log_leave();
  if (act) heddle_rt_done(heddle_rt_self, act);
  return result;
}
