/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers of signals. The program's handlers are called from one of ours, so that a recording knows which thread was
 * interrupted where, and a replay interrupts that thread there again.
 * Record: a signal that comes while its thread is inside an act waits for the end of the act. Then SIGNAL is written
 * down, the acts of the handler, and RETURNED.
 * Replay: a signal is heard only where the list of the thread says so; other signals (an alarm, a kill from
 * outside) are ignored. The thread that ends its turn before a SIGNAL sends the signal: the thread may be asleep in a
 * system call or in a long computation. A thread that comes to an event first sends the signal to itself. */
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "held.h"

static struct sigaction of_program[_NSIG];                                        /* as the program sees them */
static bool is_handled[_NSIG];                                                    /* by a function of the program */
static _Thread_local uint64_t put_off __attribute__((tls_model("initial-exec"))); /* a bit for each signal, from 1 on */

static bool is_fault(int signal, const siginfo_t* info) {
  return info->si_code > 0 &&
         (signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL || signal == SIGTRAP);
}

static void call_handler(int signal, siginfo_t* info, void* context) {
  const struct sigaction* a = &of_program[signal];
  if (a->sa_flags & SA_SIGINFO)
    a->sa_sigaction(signal, info, context);
  else
    a->sa_handler(signal);
}

static void send(uint32_t tid, int signal) { syscall(SYS_tgkill, getpid(), tid, signal); }

static void log_act(uint32_t kind, int signal) {
  heddle_rt_log_enter();
  heddle_rt_log(0, kind, 0, (uint64_t)signal);
  heddle_rt_log_leave();
}

static void record(int signal, siginfo_t* info, void* context) {
  if (heddle_rt_log_is_ours() && !is_fault(signal, info)) {
    put_off |= (uint64_t)1 << (signal - 1);
    return;
  }
  log_act(HEDDLE_SIGNAL, signal);
  call_handler(signal, info, context);
  log_act(HEDDLE_RETURNED, signal);
}

void heddle_rt_send_what_was_put_off(void) {
  while (put_off) {
    int signal = __builtin_ctzll(put_off) + 1;
    put_off &= put_off - 1;
    send(heddle_rt_tid(), signal);
  }
}

static const struct heddle_act* next_of(const struct heddle_rt_thread* t, uint32_t kind, int signal) {
  const struct heddle_act* next = t->next < t->count ? &t->acts[t->next] : NULL;
  return next && next->kind == kind && next->value == (uint64_t)signal ? next : NULL;
}

static void follow(struct heddle_rt_thread* t, int signal, siginfo_t* info, void* context) {
  if (is_fault(signal, info)) heddle_rt_leave_access(t);
  const struct heddle_act* act = next_of(t, HEDDLE_SIGNAL, signal);
  if (!act && is_fault(signal, info)) heddle_rt_crash(signal);
  if (!act) return;
  heddle_rt_await_act(t, act);
  heddle_rt_done(t, act);
  call_handler(signal, info, context);
  act = next_of(t, HEDDLE_RETURNED, signal);
  if (!act && t->next != t->count) heddle_rt_diverged(t, t->acts[t->next].event, 0);
  if (!act) return;
  heddle_rt_await_act(t, act);
  heddle_rt_done(t, act);
}

static void replay(int signal, siginfo_t* info, void* context) {
  struct heddle_rt_thread* t = heddle_rt_self;
  if (t && !heddle_rt_runs_free())
    follow(t, signal, info, context);
  else
    call_handler(signal, info, context);
}

/* Held: no plan has what a handler does. While it runs, its thread has no next event: whatever it comes to leaves the
 * plan, even where it is the event that was interrupted. */
static void hold(int signal, siginfo_t* info, void* context) {
  struct heddle_rt_held* h = heddle_rt_self ? &heddle_rt_held[heddle_rt_self->id] : NULL;
  if (!h) return call_handler(signal, info, context);
  const struct heddle_plan_event *next = h->next, *end = h->end, *current = h->current;
  const struct heddle_plan_event *at = h->lane.at, *opened = h->opened;
  h->next = h->end = h->current = NULL;
  heddle_rt_close_lane(h);
  ++h->handlers;
  call_handler(signal, info, context);
  --h->handlers;
  h->next = next, h->end = end, h->current = current;
  h->lane.at = at, h->opened = opened;
}

static void on_signal(int signal, siginfo_t* info, void* context) {
  static void (*const modes[HEDDLE_MODES])(int, siginfo_t*, void*) = {call_handler, record, replay, hold};
  int error = errno;
  modes[heddle_mode](signal, info, context);
  errno = error;
}

/* Called when a turn has come, a thread has begun or a handler was installed: the last of the three sends the signal. A
 * signal that was sent twice is ignored the second time. */
void heddle_rt_interrupt(const struct heddle_rt_thread* t) {
  if (heddle_mode != HEDDLE_REPLAY) return;
  uint32_t next = HEDDLE_RT_LOAD(t->next), tid = HEDDLE_RT_LOAD(t->status->tid);
  if (!tid || next >= t->count || t->acts[next].kind != HEDDLE_SIGNAL) return;
  uint64_t signal = t->acts[next].value;
  if ((int32_t)HEDDLE_RT_LOAD(heddle_rt_cursor) < t->acts[next].order || signal >= _NSIG) return;
  if (HEDDLE_RT_LOAD(is_handled[signal])) send(tid, (int)signal);
}

static void interrupt_whose_turn_it_is(void) {
  uint32_t cursor = HEDDLE_RT_LOAD(heddle_rt_cursor);
  if (heddle_mode == HEDDLE_REPLAY && cursor < heddle_rt_schedule->orders)
    heddle_rt_interrupt(&heddle_rt_threads[heddle_rt_owners[cursor]]);
}

/* In a thread that comes to an event: first the signals that its list has before the event. */
void heddle_rt_hear_signals(struct heddle_rt_thread* t) {
  while (t->next < t->count && t->acts[t->next].kind == HEDDLE_SIGNAL) {
    uint32_t before = t->next;
    heddle_rt_await_act(t, &t->acts[before]);
    if (HEDDLE_RT_LOAD(t->next) == before) heddle_rt_interrupt(t);
    if (HEDDLE_RT_LOAD(t->next) == before) heddle_rt_diverged(t, 0, 0); /* the thread blocks it, or has no handler */
  }
}

static bool is_function(const struct sigaction* a) {
  return (a->sa_flags & SA_SIGINFO) || (a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN);
}

int heddle_sigaction(int signal, const struct sigaction* new, struct sigaction* old) {
  if (heddle_mode == HEDDLE_FREE || signal <= 0 || signal >= _NSIG) return sigaction(signal, new, old);
  struct sigaction before = of_program[signal], ours;
  if (new) {
    ours = *new;
    if (is_function(new)) {
      ours.sa_flags |= SA_SIGINFO;
      ours.sa_sigaction = on_signal;
    }
    of_program[signal] = *new;
    int result = is_function(new) || !heddle_rt_watch_crash(signal) ? sigaction(signal, &ours, NULL) : 0;
    if (result != 0) of_program[signal] = before;
    if (result != 0) return result;
    HEDDLE_RT_STORE(is_handled[signal], is_function(new));
    if (heddle_mode == HEDDLE_HELD && is_function(new))
      heddle_rt_tell("the program handles signals; what a handler does is not in the schedule");
    interrupt_whose_turn_it_is();
  }
  if (old) *old = before;
  return 0;
}

void (*heddle_signal(int signal, void (*handler)(int)))(int) {
  struct sigaction new = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
  sigemptyset(&new.sa_mask);
  return heddle_sigaction(signal, &new, &old) == 0 ? old.sa_handler : SIG_ERR;
}
