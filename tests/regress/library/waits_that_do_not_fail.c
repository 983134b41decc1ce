// SPDX-License-Identifier: GPL-3.0-or-later
// No signal arrives, and there is enough of everything: who waits for a byte that is there gets it.
// expect: unreach-call=true no-deadlock=true
// variant: --malloc-may-fail => unreach-call=false
#include <assert.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  if (pipe(ends)) return 0;
  if (write(ends[1], "x", 1) != 1) return 0;
  struct pollfd watched = {ends[0], POLLIN, 0};
  assert(poll(&watched, 1, -1) == 1 && (watched.revents & POLLIN));
  fd_set readable;
  FD_ZERO(&readable);
  FD_SET(ends[0], &readable);
  assert(select(ends[0] + 1, &readable, 0, 0, 0) == 1 && FD_ISSET(ends[0], &readable));
  int poller = epoll_create1(0);
  assert(poller >= 0);
  struct epoll_event wanted = {EPOLLIN, {0}}, found;
  assert(epoll_ctl(poller, EPOLL_CTL_ADD, ends[0], &wanted) == 0);
  assert(epoll_wait(poller, &found, 1, -1) == 1);
  close(poller);
  assert(epoll_wait(poller, &found, 1, 0) == -1);
  return 0;
}
