// SPDX-License-Identifier: GPL-3.0-or-later
// Until it is joined, an ended thread may be cancelled, without an effect; afterwards its handle is no handle.
// expect: unreach-call=true no-deadlock=true
// variant: -DJOINED => valid-memsafety=false
// variant: -DDETACHED => valid-memsafety=false
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t last;

static void *worker(void *unused) {
  sem_post(&last);
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result = &last;
  sem_init(&last, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&last);
#ifdef DETACHED
  pthread_detach(thread);
#endif
#ifdef JOINED
  pthread_join(thread, &result);
#endif
  int error = pthread_cancel(thread);
  assert(error == 0);
#if !defined JOINED && !defined DETACHED
  pthread_join(thread, &result);
  assert(result == NULL);
#endif
  return 0;
}
