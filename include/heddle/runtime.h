/* SPDX-License-Identifier: Apache-2.0 */
/* What instrumented code calls. Everything is behind a test of heddle_mode, so that a program that runs free pays one
 * load and one branch per place. */
#ifndef HEDDLE_RUNTIME_H
#define HEDDLE_RUNTIME_H
#include <stddef.h>
#include <stdint.h>

enum heddle_mode { HEDDLE_FREE = 0, HEDDLE_RECORD = 1, HEDDLE_REPLAY = 2, HEDDLE_HELD = 3, HEDDLE_MODES = 4 };
extern int heddle_mode;           /* enum heddle_mode; set before main, then constant */
extern int heddle_follows_models; /* replay of a simulated trace: library functions run as models */

/* Where a thread is among quiet events (plan_format.h): instrumented code that comes to the event `at` steps on to the
 * next one and calls nobody. Where there is none, `at` is an event that is not quiet. A thread has one lane as long as
 * it lives. */
struct heddle_lane {
  const struct heddle_plan_event* at;
  uint64_t events __attribute__((aligned(8))); /* that the thread has passed */
};
extern _Thread_local struct heddle_lane* heddle_lane __attribute__((tls_model("initial-exec")));

/* Around one access. Called only when heddle_mode != HEDDLE_FREE. */
void heddle_before(uint32_t event, const void* address, size_t size);
void heddle_after(uint32_t event);

/* In place of memcpy, memmove, memset. */
void* heddle_copy(uint32_t event, void* to, const void* from, size_t size);
void* heddle_fill(uint32_t event, void* to, int byte, size_t size);

/* An input: `real` is what the program got by itself. */
uint64_t heddle_input(uint32_t event, uint64_t real);
uint64_t heddle_any_value(void); /* for inputs that only the verifier defines, in a free run */

/* Atomic sections; they nest. Event 0: a function that is a section as a whole; its begin and end are no acts of their
 * own. */
void heddle_AtomicBegin(uint32_t event);
void heddle_AtomicEnd(uint32_t event);
void heddle_Assume(uint32_t event, int condition);

/* The ends. None of them returns. An assertion that only the verifier knows has no text (null). */
void heddle_Error(uint32_t event);
void heddle_AssertFail(uint32_t event, const char* text, const char* file, unsigned line, const char* function);
void heddle_Abort(uint32_t event);
void heddle_Exit(uint32_t event, int code);

void heddle_Free(uint32_t event, void* block);
void* heddle_Realloc(uint32_t event, void* block, size_t size);

/* Threads. `at_thread_exit`, if not null, is run by every ending thread (weak here, defined by the instrumentation). */
extern void (*heddle_at_thread_exit)(void);
int heddle_ThreadCreate(uint32_t event, void* handle, int detached, void* function, void* argument);
int heddle_ThreadJoin(uint32_t event, unsigned long handle, void** result);
int heddle_ThreadTryJoin(uint32_t event, unsigned long handle, void** result);
int heddle_ThreadDetach(uint32_t event, unsigned long handle);
void heddle_ThreadExit(uint32_t event, void* result);
int heddle_ThreadCancel(uint32_t event, unsigned long handle, void* requests);
int heddle_ThreadCancelled(uint32_t event, void* requests);
int heddle_ThreadCancelJoin(uint32_t event, unsigned long handle, void** result, void* requests);
unsigned long heddle_ThreadSelf(uint32_t event);

/* Synchronisation, named as in src/model/builtins.def. Timed calls get the deadline (struct timespec*, CLOCK_REALTIME).
 * */
int heddle_MutexInit(uint32_t event, void* mutex, int kind);
int heddle_MutexDestroy(uint32_t event, void* mutex);
int heddle_MutexLock(uint32_t event, void* mutex);
int heddle_MutexTryLock(uint32_t event, void* mutex);
int heddle_MutexTimedLock(uint32_t event, void* mutex, const void* deadline);
int heddle_MutexUnlock(uint32_t event, void* mutex);
int heddle_RwInit(uint32_t event, void* lock);
int heddle_RwDestroy(uint32_t event, void* lock);
int heddle_RwReadLock(uint32_t event, void* lock);
int heddle_RwWriteLock(uint32_t event, void* lock);
int heddle_RwTryReadLock(uint32_t event, void* lock);
int heddle_RwTryWriteLock(uint32_t event, void* lock);
int heddle_RwTimedReadLock(uint32_t event, void* lock, const void* deadline);
int heddle_RwTimedWriteLock(uint32_t event, void* lock, const void* deadline);
int heddle_RwUnlock(uint32_t event, void* lock);
int heddle_SpinInit(uint32_t event, void* lock);
int heddle_SpinDestroy(uint32_t event, void* lock);
int heddle_SpinLock(uint32_t event, void* lock);
int heddle_SpinTryLock(uint32_t event, void* lock);
int heddle_SpinUnlock(uint32_t event, void* lock);
int heddle_CondInit(uint32_t event, void* condition);
int heddle_CondDestroy(uint32_t event, void* condition);
int heddle_CondWait(uint32_t event, void* condition, void* mutex);
int heddle_CondTimedWait(uint32_t event, void* condition, void* mutex, const void* deadline);
int heddle_CondCancelWait(uint32_t event, void* condition, void* mutex, void* requests);
int heddle_CondCancelTimedWait(uint32_t event, void* condition, void* mutex, void* requests, const void* deadline);
int heddle_CondSignal(uint32_t event, void* condition);
int heddle_CondBroadcast(uint32_t event, void* condition);
int heddle_BarrierInit(uint32_t event, void* barrier, unsigned count);
int heddle_BarrierDestroy(uint32_t event, void* barrier);
int heddle_BarrierWait(uint32_t event, void* barrier);
int heddle_SemInit(uint32_t event, void* semaphore, unsigned value);
int heddle_SemDestroy(uint32_t event, void* semaphore);
int heddle_SemWait(uint32_t event, void* semaphore);
int heddle_SemCancelWait(uint32_t event, void* semaphore, void* requests);
int heddle_SemTryWait(uint32_t event, void* semaphore);
int heddle_SemTimedWait(uint32_t event, void* semaphore, const void* deadline);
int heddle_SemPost(uint32_t event, void* semaphore);
int heddle_SemGetValue(uint32_t event, void* semaphore, int* value);

/* In place of sigaction and signal. */
struct sigaction;
int heddle_sigaction(int signal, const struct sigaction* action, struct sigaction* old);
void (*heddle_signal(int signal, void (*handler)(int)))(int);

/* Called before the program leaves without running its exit handlers: _exit, quick_exit, exec. */
void heddle_leaving(void);

/* Called in the failing thread when the expected end is there and HEDDLE_FLAG_GDB is set: a place for a breakpoint. */
void heddle_failure_reached(void);
#endif
