// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that waits for what never comes is cancelled: read, poll, select and their like are cancellation points, and
// a request ends their wait.
// expect: no-deadlock=true unreach-call=true
// engines: explore
// variant: -DPOLL => no-deadlock=true unreach-call=true
// variant: -DEPOLL => no-deadlock=true unreach-call=true
// variant: -DDISABLED => no-deadlock=false unreach-call=true
// variant: -DGOES_ON => unreach-call=false
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2], poller, came;

static void *waits(void *unused) {
  char byte;
#ifdef DISABLED
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
#endif
#ifdef POLL
  struct pollfd wanted = {.fd = ends[0], .events = POLLIN};
  poll(&wanted, 1, -1);
#elif defined(EPOLL)
  struct epoll_event told;
  epoll_wait(poller, &told, 1, -1);
#else
  (void)!read(ends[0], &byte, 1);
#endif
  came = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result;
  if (pipe(ends) != 0) return 1;
#ifdef EPOLL
  struct epoll_event wanted = {.events = EPOLLIN};
  poller = epoll_create1(0);
  if (poller < 0 || epoll_ctl(poller, EPOLL_CTL_ADD, ends[0], &wanted) != 0) return 1;
#endif
  pthread_create(&thread, NULL, waits, NULL);
#ifdef GOES_ON
  (void)!write(ends[1], "a", 1);
#endif
  pthread_cancel(thread);
  pthread_join(thread, &result);
#if !defined(POLL) && !defined(EPOLL)
  assert(result == PTHREAD_CANCELED && !came);
#endif
  return 0;
}
