/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses to shared memory, and block copies and fills, which a schedule may take apart into chunks. */
#include <string.h>

#include "held.h"

static void nothing_before(uint32_t event, const void* address, size_t size) { /* a child that was forked */
  (void)event, (void)address, (void)size;
}
static void nothing_after(uint32_t event) { (void)event; }

static void replay_before(uint32_t event, const void* address, size_t size) {
  const struct heddle_act* act = heddle_rt_reach(event, 0, address, size);
  if (heddle_rt_self) heddle_rt_self->current = act;
}
static void replay_after(uint32_t event) {
  struct heddle_rt_thread* t = heddle_rt_self;
  (void)event;
  if (!t || !t->current) return;
  const struct heddle_act* act = t->current;
  t->current = NULL;
  heddle_rt_done(t, act);
}

static void record_before(uint32_t event, const void* address, size_t size) {
  (void)address, (void)size;
  heddle_rt_log_enter();
  heddle_rt_log(event, HEDDLE_PERFORM, 0, 0);
}
static void record_after(uint32_t event) {
  (void)event;
  heddle_rt_log_leave();
}

static void held_before(uint32_t event, const void* address, size_t size) {
  (void)address, (void)size;
  struct heddle_rt_held* h = heddle_rt_held_self();
  if (!h) return;
  const struct heddle_plan_event* e = heddle_rt_gate(h, 4 * event);
  if (e && heddle_rt_is_unwatched(e)) {
    heddle_rt_passed(h, e, HEDDLE_PERFORM, 0, 0);
    e = NULL;
  }
  h->current = e;
}
static void held_after(uint32_t event) {
  (void)event;
  struct heddle_rt_held* h = heddle_rt_held_self();
  const struct heddle_plan_event* e = h ? h->current : NULL;
  if (!e) return;
  h->current = NULL;
  heddle_rt_passed(h, e, HEDDLE_PERFORM, 0, 0);
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

static void free_transfer(uint32_t event, const struct block* b) {
  (void)event;
  move(b, 0, b->size);
}

static void replay_transfer(uint32_t event, const struct block* b) {
  if (b->size != 0) return follow(event, b);
  const struct heddle_act* act = heddle_rt_reach_if_listed(event);
  if (act) heddle_rt_done(heddle_rt_self, act);
}

static uint32_t size_in_log(const struct block* b) { return b->size > UINT32_MAX ? UINT32_MAX : (uint32_t)b->size; }

static void record_transfer(uint32_t event, const struct block* b) {
  if (b->size == 0) return;
  heddle_rt_log_enter();
  heddle_rt_log(event, HEDDLE_PERFORM, size_in_log(b), 0);
  move(b, 0, b->size);
  heddle_rt_log_leave();
}

static void held_transfer(uint32_t event, const struct block* b) {
  struct heddle_rt_held* h = heddle_rt_held_self();
  const struct heddle_plan_event* e = h ? heddle_rt_gate(h, 4 * event) : NULL;
  move(b, 0, b->size);
  if (e) heddle_rt_passed(h, e, HEDDLE_PERFORM, size_in_log(b), 0);
}

static const struct {
  void (*before)(uint32_t event, const void* address, size_t size);
  void (*after)(uint32_t event);
  void (*transfer)(uint32_t event, const struct block* b);
} modes[HEDDLE_MODES] = {[HEDDLE_FREE] = {nothing_before, nothing_after, free_transfer},
                         [HEDDLE_RECORD] = {record_before, record_after, record_transfer},
                         [HEDDLE_REPLAY] = {replay_before, replay_after, replay_transfer},
                         [HEDDLE_HELD] = {held_before, held_after, held_transfer}};

void heddle_before(uint32_t event, const void* address, size_t size) {
  modes[heddle_mode].before(event, address, size);
}
void heddle_after(uint32_t event) { modes[heddle_mode].after(event); }

static void* transfer(uint32_t event, const struct block* b) {
  modes[heddle_mode].transfer(event, b);
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
