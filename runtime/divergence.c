/* SPDX-License-Identifier: Apache-2.0 */
/* The program does something that its plan does not have: inputs that it was assumed not to get, a thread that nobody
 * modelled, memory that changed by itself. It is said once, with where every thread is; then the program is stopped or
 * let go, as the plan says. A program that is let go has all its locks: they are left out only where it is stopped. */
#include "held.h"

enum { LEFT = 2 }; /* exit code */
static uint32_t said;

static const char* place(uint32_t key, char number[24]) {
  if (key == HEDDLE_KEY_END) return "its end";
  const char* name = heddle_rt_name(HEDDLE_NAME_EVENT | key / 4);
  return name ? name : heddle_rt_decimal(number, key / 4);
}

/* thread 1 (worker) */
static void thread_name(uint32_t thread, char number[24], const char* pieces[4]) {
  const char* name = heddle_rt_name(thread);
  pieces[0] = "thread ";
  pieces[1] = heddle_rt_decimal(number, thread);
  pieces[2] = name ? " (" : "";
  pieces[3] = name ? name : "";
}

void heddle_rt_say_who_waits(const char* head) {
  char number[24], other[24], event[24];
  const char *who[4], *whom[4];
  const char* first[] = {"heddle: ", head, "\n", NULL};
  heddle_rt_say(first);
  for (uint32_t i = 0; i < heddle_rt_newest_plan()->head->threads; ++i) {
    const struct heddle_rt_held* h = &heddle_rt_held[i];
    uint32_t arrival = HEDDLE_RT_LOAD(h->arrival), awaits = HEDDLE_RT_LOAD(h->awaits);
    if (!heddle_rt_threads[i].started || arrival == HEDDLE_KEY_END + 1) continue;
    thread_name(i, number, who);
    thread_name(awaits, other, whom);
    const char* waiting[] = {
        "  ",    who[0],  who[1],  who[2],  who[3],  *who[2] ? ")" : "",      " waits at ", place(arrival - 1, event),
        " for ", whom[0], whom[1], whom[2], whom[3], *whom[2] ? ")\n" : "\n", NULL};
    bool in_call = HEDDLE_RT_LOAD(heddle_rt_threads[i].status->state) == HEDDLE_IN_CALL;
    const char* running[] = {"  ",
                             who[0],
                             who[1],
                             who[2],
                             who[3],
                             *who[2] ? ")" : "",
                             in_call ? " is in its call at " : " runs, and comes next to ",
                             place(heddle_rt_expected(i), event),
                             "\n",
                             NULL};
    heddle_rt_say(arrival != 0 ? waiting : running);
  }
}

static void left(void) {
  HEDDLE_RT_STORE(heddle_rt_status->left_plan, 1);
  if (heddle_rt_newest_plan()->head->on_divergence == HEDDLE_DIVERGED_STOP) {
    heddle_rt_report(HEDDLE_DIVERGED, heddle_rt_self ? heddle_rt_self->id : 0, 0, LEFT);
    heddle_rt_leave_with(LEFT);
  }
  heddle_rt_stop_holding();
}

static bool is_first(void) {
  if (!__atomic_exchange_n(&said, 1, __ATOMIC_SEQ_CST)) return true;
  if (heddle_rt_newest_plan()->head->on_divergence == HEDDLE_DIVERGED_STOP) heddle_rt_sleep_for_ever();
  return false;
}

static bool is_silent(void) { return heddle_rt_newest_plan()->head->on_divergence == HEDDLE_DIVERGED_FREE; }

void heddle_rt_left_plan(uint32_t thread, uint32_t key, uint32_t expected) {
  char number[24], event[24], wanted[24];
  const char* who[4];
  if (HEDDLE_RT_LOAD(heddle_rt_held[thread].ends)) return heddle_rt_program_ends();
  if (HEDDLE_RT_LOAD(heddle_rt_freed) || !is_first()) return;
  thread_name(thread, number, who);
  const char* pieces[] = {"heddle: the program has left its schedule: ",
                          who[0],
                          who[1],
                          who[2],
                          who[3],
                          *who[2] ? ")" : "",
                          " came to ",
                          place(key, event),
                          "; the schedule has ",
                          place(expected, wanted),
                          "\n",
                          NULL};
  if (!is_silent()) heddle_rt_say(pieces);
  if (!is_silent()) heddle_rt_say_who_waits("the threads:");
  left();
}

void heddle_rt_left_plan_because(const char* why) {
  if (HEDDLE_RT_LOAD(heddle_rt_freed) || !is_first()) return;
  const char* pieces[] = {"heddle: the program has left its schedule: ", why, "\n", NULL};
  if (!is_silent()) heddle_rt_say(pieces);
  left();
}

void heddle_rt_left_plan_assuming(uint32_t event) {
  char number[24], at[24];
  const char* who[4] = {"a thread that the schedule does not know", "", "", ""};
  if (HEDDLE_RT_LOAD(heddle_rt_freed) || !is_first()) return;
  if (heddle_rt_self) thread_name(heddle_rt_self->id, number, who);
  const char* pieces[] = {"heddle: the program has left its schedule: ",
                          who[0],
                          who[1],
                          who[2],
                          who[3],
                          *who[2] ? ")" : "",
                          ": what is assumed at ",
                          place(4 * event, at),
                          " does not hold\n",
                          NULL};
  if (!is_silent()) heddle_rt_say(pieces);
  left();
}
