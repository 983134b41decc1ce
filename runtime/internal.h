/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the run-time share. The law they all keep stands at the top of runtime.c. */
#ifndef HEDDLE_RUNTIME_INTERNAL_H
#define HEDDLE_RUNTIME_INTERNAL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "heddle/runtime.h"
#include "heddle/schedule_format.h"

#define HEDDLE_RT_LOAD(word) __atomic_load_n(&(word), __ATOMIC_SEQ_CST)
#define HEDDLE_RT_STORE(word, value) __atomic_store_n(&(word), (value), __ATOMIC_SEQ_CST)
#define HEDDLE_RT_NOTE(word, value) \
  __atomic_store_n(&(word), (value), __ATOMIC_RELAXED) /* for the watchdog and the status */

/* A thread with a number. Written by the thread itself, except where said; read by the watchdog. */
struct heddle_rt_thread {
  const struct heddle_act* acts; /* replay: its list */
  uint32_t count;
  uint32_t next;     /* acts done or begun. Invariant: next <= count */
  uint32_t sleeping; /* futex, cleared by the waker: 1 while it sleeps until its turn */
  uint32_t id;
  uint32_t waits;                   /* how often it had to wait for its turn */
  uint32_t started;                 /* set by its creator */
  uint32_t end_rounds;              /* how often the destructor of its key has run */
  const struct heddle_act* current; /* the access between heddle_before and heddle_after */
  uintptr_t address[2];             /* of the access at STOP or FAIL; a copy has two */
  size_t size[2];
  void* condition;      /* the condition variable it sleeps on */
  uint32_t signalled;   /* set by the signaller; in a recording a futex */
  uint32_t cancellable; /* recording: it sleeps in a wait that a request ends */
  uint32_t ticket;      /* recording: sleepers are woken in the order in which they came */
  unsigned long handle; /* what the program knows it by; written by its creator */
  uint32_t ended;       /* futex: it lingers, and can be joined */
  void* result;
  struct heddle_thread_status* status;
} __attribute__((aligned(128)));

extern struct heddle_rt_thread heddle_rt_threads[HEDDLE_MAX_THREADS];
/* Null: a thread that is not under control. */
extern _Thread_local struct heddle_rt_thread* heddle_rt_self __attribute__((tls_model("initial-exec")));
extern uint32_t heddle_rt_thread_count; /* ever started, the first thread included */

/* runtime.c */
extern struct heddle_status* heddle_rt_status;
extern bool heddle_rt_watched;        /* note how the program ends */
extern bool heddle_rt_status_is_read; /* ... in a file that somebody will read; else say it */

/* kernel.c: what only the kernel can do, without libc's allocating helpers */
void heddle_rt_futex_wait(uint32_t* word, uint32_t seen, const struct timespec* at_most); /* null: for ever */
/* real time; false: passed */
bool heddle_rt_futex_wait_until(uint32_t* word, uint32_t seen, const struct timespec* deadline);
void heddle_rt_futex_wake(uint32_t* word, int how_many);
uint32_t heddle_rt_tid(void);
bool heddle_rt_is_writing(uint32_t tid);   /* asleep in write: nobody reads what the program prints, for the moment */
char heddle_rt_kernel_state(uint32_t tid); /* 'R', 'S', ...; 0: there is no such thread */
void heddle_rt_say(const char* const* pieces);
void heddle_rt_tell(const char* note); /* heddle: NOTE, on standard error; once */
const char* heddle_rt_decimal(char buffer[24], uint64_t value);
_Noreturn void heddle_rt_sleep_for_ever(void);
static inline void heddle_rt_pause(void) { __builtin_ia32_pause(); }

/* schedule.c */
extern const struct heddle_schedule* heddle_rt_schedule;
extern const struct heddle_thread_acts* heddle_rt_lists;
extern uint16_t* heddle_rt_owners;                     /* whose turn each order is */
extern uint32_t heddle_rt_stops;                       /* how many STOP acts there are */
const char* heddle_rt_load_schedule(const char* path); /* null, or what is wrong with the file */

/* turn.c */
extern uint32_t heddle_rt_cursor;
void heddle_rt_await(struct heddle_rt_thread* t, uint32_t order);
void heddle_rt_advance(void);

/* acts.c */
enum { HEDDLE_RT_MAY_BLOCK = 1u << HEDDLE_BLOCK, HEDDLE_RT_MAY_CHUNK = 1u << HEDDLE_CHUNK };
extern uint32_t heddle_rt_threads_left; /* futex: threads with acts left; 0: the schedule is complete */
extern uint32_t heddle_rt_failing;      /* 1: a FAIL act has begun */
bool heddle_rt_is_complete(void);       /* every act is done */
bool heddle_rt_runs_free(void);         /* the schedule is complete and only the end was expected */
const struct heddle_act* heddle_rt_reach(uint32_t event, uint32_t more_kinds, const void* address, size_t size);
const struct heddle_act* heddle_rt_reach_if_listed(uint32_t event);
const struct heddle_act* heddle_rt_following(const struct heddle_rt_thread* t, uint32_t event, uint32_t after);
void heddle_rt_await_act(struct heddle_rt_thread* t, const struct heddle_act* act);
void heddle_rt_done(struct heddle_rt_thread* t, const struct heddle_act* act);
void heddle_rt_await_completion(struct heddle_rt_thread* t);
/* in a handler: the access that was interrupted has happened */
void heddle_rt_leave_access(struct heddle_rt_thread* t);
/* EXPECT_END: the process is about to end; what others did meanwhile they do first */
void heddle_rt_let_others_finish(void);
void heddle_rt_state(struct heddle_rt_thread* t, uint32_t state);
_Noreturn void heddle_rt_hold(struct heddle_rt_thread* t, const struct heddle_act* act);
_Noreturn void heddle_rt_park(struct heddle_rt_thread* t);
_Noreturn void heddle_rt_diverged(struct heddle_rt_thread* t, uint32_t expected_event, uint32_t event);

/* recording.c: everything a recorded program does to shared state is done while it holds the log */
const char* heddle_rt_open_recording(const char* path);
extern bool heddle_rt_is_recording;
/* held to a plan: no lock, events that depend on each other are in their order */
void heddle_rt_log_held(uint32_t thread, uint32_t event, uint32_t kind, uint32_t size, uint64_t value);
void heddle_rt_log_enter(void);
void heddle_rt_log_leave(void);
bool heddle_rt_log_is_ours(void);
void heddle_rt_log(uint32_t event, uint32_t kind, uint32_t size, uint64_t value);
void heddle_rt_log_ends(void);    /* from here on the order is not exact: record nothing more */
void heddle_rt_log_wait(void);    /* gives the log away until something was released, for a moment at most */
void heddle_rt_log_changed(void); /* something was released */

/* calls.c: a call of a library function that synchronises */
enum heddle_rt_way { HEDDLE_RT_PLAIN, HEDDLE_RT_BLOCKING, HEDDLE_RT_TRYING, HEDDLE_RT_TIMED, HEDDLE_RT_CANCELLABLE };
enum { HEDDLE_RT_WOULD_BLOCK = -2 };
struct heddle_rt_operation {
  enum heddle_rt_way way;
  int (*real)(void* object, const void* more);
  int (*attempt)(void* object, const void* more); /* not PLAIN: never blocks for long; HEDDLE_RT_WOULD_BLOCK */
  int error;                                      /* semaphores: errno of a call that fails */
};
int heddle_rt_call(uint32_t event, const struct heddle_rt_operation* operation, void* object, const void* more);
int heddle_rt_relock(void* mutex); /* the attempt of MutexLock */

/* cancellation.c, conditions.c */
bool heddle_rt_is_cancelled(void);
void heddle_rt_forget_request(unsigned long handle);
void heddle_rt_wake_cancelled(unsigned long handle); /* recording: it may sleep on a condition variable */

/* threads.c */
/* runs what models do at the end of a thread */
extern _Thread_local bool heddle_rt_ending __attribute__((tls_model("initial-exec")));
void heddle_rt_prepare_threads(void);
struct heddle_rt_thread* heddle_rt_recorded_self(void);

/* ends.c */
/* false: not the first */
bool heddle_rt_report(uint32_t outcome, uint32_t culprit, uint32_t signal, uint32_t exit_code);
_Noreturn void heddle_rt_conclude(uint32_t outcome, uint32_t culprit, uint32_t signal, uint32_t exit_code);
_Noreturn void heddle_rt_conclude_in_handler(uint32_t outcome, uint32_t culprit, uint32_t signal);
_Noreturn void heddle_rt_leave(void); /* writes out what the program printed, exit code 0 */
_Noreturn void heddle_rt_leave_with(int code);
bool heddle_rt_is_reported(void);
void heddle_rt_show_progress(void);

/* handlers.c: the program's handlers of signals */
void heddle_rt_hear_signals(struct heddle_rt_thread* t);
void heddle_rt_interrupt(const struct heddle_rt_thread* t);
void heddle_rt_send_what_was_put_off(void);

/* signals.c, watchdog.c */
void heddle_rt_crash(int signal);       /* the handler of crashes */
bool heddle_rt_watch_crash(int signal); /* false: not the signal of a crash */
void heddle_rt_watch_ends(void);
void heddle_rt_alternate_stack(const struct heddle_rt_thread* t);
const char* heddle_rt_start_watchdog(void);
void heddle_rt_call_watchdog(void);
#endif
