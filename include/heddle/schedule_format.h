/* SPDX-License-Identifier: Apache-2.0 */
/* What the verifier and a running program say to each other, as files that the program maps into memory:
 *
 *   HEDDLE_SCHEDULE=FILE  a schedule: what each thread is to do, act by act, and what is to come out at the end
 *   HEDDLE_STATUS=FILE    written by the program: how far it came, what came out, where each thread is
 *   HEDDLE_RECORDING=FILE written by the program when it runs free: every act in the order in which it happened
 *
 * An *act* is one execution of an instrumented place of the program (its event id), or a part of one: a wait on a
 * condition variable is Perform (release the mutex and sleep), perhaps Wake, then Relock. Acts of one thread happen in
 * the order of its list. An act with an order >= 0 happens when all acts with a smaller order have happened; acts that
 * share an order belong to one thread and happen together (an atomic section). An act without an order happens whenever
 * its thread comes to it; BLOCK and FAIL without an order happen after all acts that have one. A list ends with its
 * STOP, BLOCK, FAIL or HOLD act, if any. A thread that has no act left stays at the next event it comes to, until the
 * schedule is complete and the rest is free (EXPECT_END), else for ever. A wait on a condition variable with no WAKE or
 * RELOCK behind it, and a wait at a barrier with no RELEASED behind it, never return.
 *
 * All numbers are in the byte order of the machine, all structures have the same layout for 32-bit and 64-bit programs.
 * Any change of layout or meaning raises HEDDLE_FORMAT_VERSION.
 */
#ifndef HEDDLE_SCHEDULE_FORMAT_H
#define HEDDLE_SCHEDULE_FORMAT_H
#include <stdint.h>

#define HEDDLE_FORMAT_VERSION 4u
#define HEDDLE_SCHEDULE_MAGIC 0x31534548u  /* "HES1" */
#define HEDDLE_STATUS_MAGIC 0x31544548u    /* "HET1" */
#define HEDDLE_RECORDING_MAGIC 0x31524548u /* "HER1" */
#define HEDDLE_MAX_THREADS 256

enum heddle_act_kind {
  /* do it; value: what a call returns, what an input is, the thread id of a created thread (new for each thread, also
   * where a slot is used again; UINT64_MAX: pthread_create fails with EAGAIN) */
  HEDDLE_PERFORM = 0,
  HEDDLE_CHUNK = 1,    /* `size` bytes of a block copy or fill */
  HEDDLE_WAKE = 2,     /* a sleeper on a condition variable wakes without a signal; value: what the wait will return */
  HEDDLE_RELOCK = 3,   /* ... and locks its mutex again; value: what the wait returns */
  HEDDLE_RELEASED = 4, /* a participant leaves a barrier; value: what its call returns */
  HEDDLE_STOP = 5,     /* come here and stop before it: one side of a data race */
  HEDDLE_BLOCK = 6,    /* begin it; it must not return: a deadlock */
  HEDDLE_FAIL = 7,     /* it fails: an assertion, an error call, an access to memory that is not there */
  HEDDLE_HOLD = 8,     /* come here and wait: the end of the program, which is put off until the failure is there */
  /* event 0: the thread is interrupted by the signal `value`, which the program has a handler for */
  HEDDLE_SIGNAL = 9,
  HEDDLE_RETURNED = 10, /* event 0: ... and the handler has returned */
  HEDDLE_UNSEEN = 11    /* recordings of programs that are held to a plan: only its own thread notices it */
};

struct heddle_act {
  uint32_t event;
  uint32_t kind; /* enum heddle_act_kind */
  int32_t order; /* -1: none */
  uint32_t size; /* CHUNK */
  uint64_t value;
};

enum heddle_expected {
  HEDDLE_EXPECT_END = 0,      /* nothing in particular: when the acts are done the program runs on freely */
  HEDDLE_EXPECT_FAILURE = 1,  /* the FAIL act is reached */
  HEDDLE_EXPECT_RACE = 2,     /* both STOP acts are reached; then the addresses overlap */
  HEDDLE_EXPECT_DEADLOCK = 3, /* all acts done, all BLOCK acts begun, nobody comes back */
  HEDDLE_EXPECT_LIVELOCK = 4, /* all acts done (the loop is in the list as often as wanted) */
  HEDDLE_EXPECT_SPIN = 5,     /* all acts done and the threads flagged below still run, without any event */
  HEDDLE_EXPECT_CRASH = 6     /* all acts done, then a signal; or, after a moment without one, reached all the same */
};

#define HEDDLE_FLAG_MODELS 1u /* library functions run as Heddle's models of them, event by event */
#define HEDDLE_FLAG_GDB 2u    /* at the end call heddle_failure_reached() and stay, instead of ending the process */

/* A schedule file: this header, then `threads` times struct heddle_thread_acts, then all acts, thread after thread. */
struct heddle_schedule {
  uint32_t magic, version;
  uint32_t expected; /* enum heddle_expected */
  uint32_t flags;
  uint32_t threads, acts;
  uint32_t orders;      /* orders run from 0 to orders - 1 without gaps */
  uint32_t patience_ms; /* without progress for so long, the program has left the schedule; 0: 1000 */
};
struct heddle_thread_acts {
  uint32_t first, count;
  uint32_t spins; /* EXPECT_SPIN: must be running at the end */
  uint32_t reserved;
};

enum heddle_outcome {
  HEDDLE_NOTHING_YET = 0,
  HEDDLE_REPRODUCED = 1, /* what was expected came out */
  /* a thread did something else: see the thread that `culprit` names. Its `event` is 0: it ended; its `event` is the
   * expected one: what it did came out differently (a try that fails, a lock that was to block and did not, a copy of
   * another size) */
  HEDDLE_DIVERGED = 2,
  HEDDLE_STALLED = 3, /* nobody moved: `culprit` was to come next */
  /* the program exited (or `signal` ended it) before the schedule did; `culprit`: which thread did */
  HEDDLE_ENDED_EARLY = 4,
  HEDDLE_FINISHED = 5,   /* EXPECT_END, or free: the program ended by itself */
  HEDDLE_ASSERTION = 6,  /* free: an assertion failed or an error call was reached */
  HEDDLE_CRASHED = 7,    /* free: a signal */
  HEDDLE_NOT_RACING = 8, /* both threads came to their accesses, but those are of different memory */
  HEDDLE_REFUSED = 9 /* the schedule or recording cannot be used: the program says why on stderr and did not begin */
};

enum heddle_thread_state {
  HEDDLE_ABSENT = 0,
  HEDDLE_RUNNING = 1, /* in its own code */
  HEDDLE_WAITING = 2, /* at `event`, for its turn */
  /* at a STOP, HOLD or FAIL act, or with no act left, or before an atomic section that cannot begin */
  HEDDLE_STOPPED = 3,
  HEDDLE_IN_CALL = 4, /* inside a call that may block */
  HEDDLE_EXITED = 5
};

struct heddle_thread_status {
  uint32_t state; /* enum heddle_thread_state */
  uint32_t event; /* where it is or was last */
  uint32_t acts_done;
  uint32_t expected_event; /* at the end: what the schedule has next for it; 0: nothing more */
  uint32_t kernel_state;   /* at the end: the letter of /proc ('R', 'S', ...) */
  uint32_t tid;
  uint64_t address; /* of the access at STOP or FAIL */
  uint64_t size;
};

struct heddle_status {
  uint32_t magic, version;
  uint32_t outcome;     /* enum heddle_outcome; written last */
  uint32_t signal;      /* that the program got, or 0 */
  uint32_t orders_done; /* grows while the program runs */
  uint32_t culprit;     /* thread id */
  uint32_t exit_code;
  uint32_t threads;       /* ever started */
  uint64_t events, waits; /* in constrained runs: acts performed, and how many of them had to wait for their turn */
  uint64_t sections;      /* of a plan (plan_format.h): sections, decisions and choices that were passed */
  uint32_t left_plan;     /* 1: the program did what the plan does not have */
  uint32_t relaxed;       /* how often the program has changed over to a newer plan */
  struct heddle_thread_status thread[HEDDLE_MAX_THREADS];
};

/* A recording file: this header, then the acts as they happened. Acts of one atomic section follow each other. */
struct heddle_recording {
  uint32_t magic, version;
  uint32_t capacity; /* in acts; written by the verifier */
  uint32_t count;
  uint32_t full; /* 1: there was more to record */
  uint32_t reserved[3];
};
struct heddle_recorded_act {
  uint32_t thread, event;
  uint32_t kind; /* PERFORM (also a whole copy, with its size), RELOCK, RELEASED, SIGNAL, RETURNED, UNSEEN */
  uint32_t size;
  uint64_t value;
};
#endif
