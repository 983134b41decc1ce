/* SPDX-License-Identifier: Apache-2.0 */
/* Thread cancellation. The program's cancellation points are the verifier's models (cleanup handlers included), in
 * every mode: what is left to do here is to keep the requests and to end the waits that a request ends. The real
 * pthread_cancel is never called: it would unwind a thread out of the middle of this library. Requests are kept by
 * handle, because a thread that runs free has no number. */
#include <errno.h>
#include <pthread.h>

#include "internal.h"

static struct {
  unsigned long handle;
  uint32_t cancelled;
} requests[HEDDLE_MAX_THREADS];
static uint32_t requests_lock;

/* One entry for each handle ever asked about; the C library gives few of them out again and again. Null: there is no
 * room. */
static uint32_t* request_for(unsigned long handle) {
  while (__atomic_exchange_n(&requests_lock, 1, __ATOMIC_ACQUIRE)) heddle_rt_pause();
  uint32_t i = 0;
  while (i < HEDDLE_MAX_THREADS && requests[i].handle != 0 && requests[i].handle != handle) ++i;
  if (i < HEDDLE_MAX_THREADS) requests[i].handle = handle;
  __atomic_store_n(&requests_lock, 0, __ATOMIC_RELEASE);
  return i < HEDDLE_MAX_THREADS ? &requests[i].cancelled : NULL;
}

static void set_request(unsigned long handle, uint32_t value) {
  uint32_t* request = request_for(handle);
  if (request) HEDDLE_RT_STORE(*request, value);
}

bool heddle_rt_is_cancelled(void) {
  const uint32_t* request = heddle_rt_ending ? NULL : request_for((unsigned long)pthread_self());
  return request && HEDDLE_RT_LOAD(*request);
}

/* The thread has ended, or was joined: its handle may be given to another one. */
void heddle_rt_forget_request(unsigned long handle) { set_request(handle, 0); }

static int cancel(void* handle, const void* more) {
  (void)more;
  set_request((unsigned long)(uintptr_t)handle, 1);
  heddle_rt_wake_cancelled((unsigned long)(uintptr_t)handle);
  return 0;
}

int heddle_ThreadCancel(uint32_t event, unsigned long handle, void* all) {
  static const struct heddle_rt_operation operation = {HEDDLE_RT_PLAIN, cancel, NULL, 0};
  (void)all;
  return heddle_rt_call(event, &operation, (void*)(uintptr_t)handle, NULL);
}

static int is_cancelled(void* object, const void* more) {
  (void)object;
  (void)more;
  return heddle_rt_is_cancelled();
}

int heddle_ThreadCancelled(uint32_t event, void* all) {
  static const struct heddle_rt_operation operation = {HEDDLE_RT_PLAIN, is_cancelled, NULL, 0};
  return heddle_rt_call(event, &operation, all, NULL);
}
