/* SPDX-License-Identifier: Apache-2.0 */
/* libheddle_rt: the part of Heddle that is linked into the user's program.
 *
 * The law of this library (tests/runtime enforces what can be seen in the object files):
 *   1. C and libc only: no C++ run-time, no constructor but the one in this file.
 *   2. No allocation once threads run. The library itself never calls malloc: it has static arrays and, before main and
 *      in the watchdog (a newer plan), mmap. free and realloc, and the malloc of a block that moves, occur in heap.c
 *      alone, where the program calls them through us.
 *   3. No lock on the fast path: a thread that comes to a place at its turn reads one word and writes one.
 *   4. A thread that waits spins briefly, then sleeps on a futex of its own; the waker chooses whom to wake.
 *   5. It never hangs: while a schedule is followed, a watchdog ends the process when nobody moves (watchdog.c).
 *   6. One way out (ends.c), the first caller wins; it is safe in a signal handler.
 *   7. It includes include/heddle and libc, nothing else of Heddle.
 *
 * Four modes, set before main from the environment and constant from then on; each file has a table of what they do:
 *   free    the calls do what the program asked for; HEDDLE_STATUS, if set, learns how it ended
 *   record  (HEDDLE_RECORDING) every act is written down in the order in which it happens
 *   replay  (HEDDLE_SCHEDULE) every thread follows its list of acts, in the common order
 *   held    (HEDDLE_PLAN, or PROGRAM.plan beside PROGRAM) the program is held to a plan, which is a graph of sections
 *           with vector clocks (held.c); HEDDLE_RECORDING, if set, gets what happened. With HEDDLE_RUN_FREE set, nobody
 *           looks for PROGRAM.plan
 * A child that the program forks runs free.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "held.h"

int heddle_mode = HEDDLE_FREE;
int heddle_follows_models = 0;

static struct heddle_status own_status; /* when nobody gave us a file */
struct heddle_status* heddle_rt_status = &own_status;
bool heddle_rt_watched = false;
bool heddle_rt_status_is_read = false;

enum { REFUSED = 3 }; /* exit code */

static _Noreturn void refuse(const char* what, const char* path, const char* why) {
  const char* pieces[] = {"heddle: ", what, " ", path, ": ", why, "\n", NULL};
  heddle_rt_say(pieces);
  HEDDLE_RT_STORE(heddle_rt_status->outcome, HEDDLE_REFUSED);
  _exit(REFUSED);
}

static const char* open_status(const char* path) {
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return "cannot be opened";
  void* memory = MAP_FAILED;
  if (ftruncate(file, 0) == 0 && ftruncate(file, sizeof(struct heddle_status)) == 0)
    memory = mmap(NULL, sizeof(struct heddle_status), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) return "cannot be mapped";
  heddle_rt_status = memory;
  heddle_rt_status_is_read = true;
  return NULL;
}

/* Programs that this one starts are not part of the schedule. */
static const char* take_variable(const char* name) {
  const char* value = getenv(name);
  if (value) unsetenv(name);
  return value && *value ? value : NULL;
}

static void child_runs_free(void) {
  if (heddle_mode == HEDDLE_HELD)
    heddle_rt_tell("the program has forked; the child runs free, the schedule holds only its parent");
  if (heddle_mode == HEDDLE_HELD) *heddle_lane = heddle_rt_no_lane;
  heddle_mode = HEDDLE_FREE;
  heddle_follows_models = 0;
  heddle_rt_watched = false;
  heddle_rt_self = NULL;
  heddle_rt_status = &own_status;
}

static void replay(const char* path) {
  const char* problem = heddle_rt_load_schedule(path);
  if (problem) refuse("schedule", path, problem);
  heddle_mode = HEDDLE_REPLAY;
  heddle_follows_models = (heddle_rt_schedule->flags & HEDDLE_FLAG_MODELS) != 0;
}

static void record(const char* path) {
  const char* problem = heddle_rt_open_recording(path);
  if (problem) refuse("recording", path, problem);
  heddle_mode = HEDDLE_RECORD;
}

/* In the copy that `heddle run --output` leaves behind, the first letter is a G: this one must have its plan. */
static const volatile char guard[] = "free program of Heddle, which a plan beside it holds if there is one";

/* PROGRAM.plan, if it is there. */
static const char* plan_beside(void) {
  static char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 6);
  if (n <= 0 || (size_t)n >= sizeof path - 6) return NULL;
  strcpy(path + n, ".plan");
  if (access(path, F_OK) == 0) return path;
  if (guard[0] == 'G')
    refuse("plan", path, "is not there; put it beside the program, or run it free with HEDDLE_RUN_FREE=1");
  return NULL;
}

static void hold(const char* path) {
  const char* problem = heddle_rt_load_plan(path);
  if (problem) refuse("plan", path, problem);
  heddle_mode = HEDDLE_HELD;
  heddle_rt_prepare_to_hold();
  heddle_rt_begin_held(0, NULL);
}

__attribute__((constructor(101))) static void begin(void) {
  const char* schedule = take_variable("HEDDLE_SCHEDULE");
  const char* plan = take_variable("HEDDLE_PLAN");
  const char* recording = take_variable("HEDDLE_RECORDING");
  const char* status = take_variable("HEDDLE_STATUS");
  const char* run_free = take_variable("HEDDLE_RUN_FREE");
  if (!plan && !schedule && !recording && !status && !run_free) plan = plan_beside();
  if (!plan && !schedule && !recording && !status) return;
  if (status) {
    const char* problem = open_status(status);
    if (problem) refuse("status", status, problem);
  }
  heddle_rt_watched = true;
  heddle_rt_status->magic = HEDDLE_STATUS_MAGIC;
  heddle_rt_status->version = HEDDLE_FORMAT_VERSION;
  if (schedule && recording) refuse("schedule", schedule, "cannot be followed while recording");
  if (schedule) replay(schedule);
  if (plan && schedule) refuse("plan", plan, "cannot be followed together with a schedule");
  if (recording) record(recording);
  if (plan) hold(plan);
  heddle_rt_prepare_threads();
  heddle_rt_watch_ends();
  pthread_atfork(NULL, NULL, child_runs_free);
  if (schedule || plan) {
    const char* problem = heddle_rt_start_watchdog();
    if (problem) refuse(plan ? "plan" : "schedule", plan ? plan : schedule, problem);
  }
}
