// SPDX-License-Identifier: GPL-3.0-or-later
// What epoll tells once it tells again when it is modified; what it tells at changes only has no model; a descriptor
// that is closed cannot be added. How much a pipe holds is known.
// expect: unreach-call=true no-deadlock=true
// engines: explore
// variant: -DTWICE => no-deadlock=false
// variant: -DEDGE => no-deadlock=unknown
#include <assert.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(void) {
  int ends[2], held = 0;
  if (pipe(ends) != 0) return 1;
  int poller = epoll_create1(0);
  if (poller < 0) return 1;
#ifdef EDGE
  struct epoll_event wanted = {.events = EPOLLIN | EPOLLET, .data.fd = ends[0]}, told;
#else
  struct epoll_event wanted = {.events = EPOLLIN | EPOLLONESHOT, .data.fd = ends[0]}, told;
#endif
  if (epoll_ctl(poller, EPOLL_CTL_ADD, ends[0], &wanted) != 0) return 1;
  if (write(ends[1], "ab", 2) != 2) return 1;
  if (ioctl(ends[0], FIONREAD, &held) == 0) assert(held == 2);
  if (epoll_wait(poller, &told, 1, -1) != 1) return 1;
#ifndef TWICE
  assert(epoll_ctl(poller, EPOLL_CTL_MOD, ends[0], &wanted) == 0);
#endif
  if (epoll_wait(poller, &told, 1, -1) != 1) return 1;
  assert(told.data.fd == ends[0]);
  close(ends[1]);
  assert(epoll_ctl(poller, EPOLL_CTL_ADD, ends[1], &wanted) != 0);
  close(ends[0]);
  if (pipe(ends) != 0) return 1;
  assert(epoll_ctl(poller, EPOLL_CTL_ADD, ends[0], &wanted) == 0);
  return 0;
}
