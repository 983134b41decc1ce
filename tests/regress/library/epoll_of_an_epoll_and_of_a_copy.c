// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody ever writes, so that the program waits for ever; with COPY an interest outlives its descriptor, since the pipe
// is open under another number. Both have no model, and nothing is proven.
// expect: no-deadlock=unknown
// reason: epoll that is itself waited for
// variant: -DCOPY => unreach-call=unknown
#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>
void reach_error(void);

int main(void) {
  int ends[2];
  struct epoll_event wanted = {EPOLLIN, {0}}, found;
  if (pipe(ends)) return 1;
  int poller = epoll_create1(0);
  if (epoll_ctl(poller, EPOLL_CTL_ADD, ends[0], &wanted)) return 1;
#ifdef COPY
  int copy = dup(ends[0]);
  close(ends[0]);
  if (write(ends[1], "a", 1) == 1 && copy >= 0 && epoll_wait(poller, &found, 1, 0) == 1) reach_error();
#else
  struct pollfd watched = {poller, POLLIN, 0};
  poll(&watched, 1, -1);
  (void)found;
#endif
  return 0;
}
