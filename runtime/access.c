/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses to shared memory, and block copies and fills, which a schedule may take apart into chunks. */
#include <string.h>

#include "internal.h"

void heddle_before(uint32_t event, const void* address, size_t size) {
  if (heddle_mode == HEDDLE_REPLAY) {
    const struct heddle_act* act = heddle_rt_reach(event, 0, address, size);
    if (heddle_rt_self) heddle_rt_self->current = act;
  } else if (heddle_mode == HEDDLE_RECORD) {
    heddle_rt_log_enter();
    heddle_rt_log(event, HEDDLE_PERFORM, 0, 0);
  }
}

void heddle_after(uint32_t event) {
  (void)event;
  struct heddle_rt_thread* t = heddle_rt_self;
  if (heddle_mode == HEDDLE_RECORD) {
    heddle_rt_log_leave();
  } else if (heddle_mode == HEDDLE_REPLAY && t && t->current) {
    const struct heddle_act* act = t->current;
    t->current = NULL;
    heddle_rt_done(t, act);
  }
}

struct block {
  unsigned char* to;
  const unsigned char* from; /* a copy */
  int byte;                  /* a fill: 0 to 255; -1: a copy */
  size_t size;
};

static void move(const struct block* b, size_t done, size_t size) {
  if (b->byte < 0)
    memmove(b->to + done, b->from + done, size);
  else
    memset(b->to + done, b->byte, size);
}

/* The model copies from the first byte to the last, and so do we. What is left when the list is at its end is done at
 * once. */
static void follow(uint32_t event, const struct block* b) {
  struct heddle_rt_thread* t = heddle_rt_self;
  for (size_t done = 0; done < b->size;) {
    size_t rest = b->size - done;
    if (t) {
      const struct heddle_act* next = heddle_rt_following(t, event, 0);
      t->address[1] = b->byte < 0 ? (uintptr_t)b->from + done : 0;
      t->size[1] = next && next->size ? next->size : rest;
    }
    const struct heddle_act* act = heddle_rt_reach(event, HEDDLE_RT_MAY_CHUNK, b->to + done, t ? t->size[1] : rest);
    if (!act) {
      move(b, done, rest);
      return;
    }
    size_t size = act->kind == HEDDLE_CHUNK ? act->size : rest;
    if (size > rest || size == 0) heddle_rt_diverged(t, event, event);
    move(b, done, size);
    heddle_rt_done(t, act);
    done += size;
  }
  if (t) t->address[1] = 0;
}

static void* transfer(uint32_t event, const struct block* b) {
  if (b->size == 0) {
    const struct heddle_act* act = heddle_mode == HEDDLE_REPLAY ? heddle_rt_reach_if_listed(event) : NULL;
    if (act) heddle_rt_done(heddle_rt_self, act);
  } else if (heddle_mode == HEDDLE_REPLAY) {
    follow(event, b);
  } else if (heddle_mode == HEDDLE_RECORD) {
    heddle_rt_log_enter();
    heddle_rt_log(event, HEDDLE_PERFORM, b->size > UINT32_MAX ? UINT32_MAX : (uint32_t)b->size, 0);
    move(b, 0, b->size);
    heddle_rt_log_leave();
  } else {
    move(b, 0, b->size);
  }
  return b->to;
}

void* heddle_copy(uint32_t event, void* to, const void* from, size_t size) {
  struct block b = {to, from, -1, size};
  return transfer(event, &b);
}

void* heddle_fill(uint32_t event, void* to, int byte, size_t size) {
  struct block b = {to, NULL, byte & 255, size};
  return transfer(event, &b);
}
