// SPDX-License-Identifier: GPL-3.0-or-later
// select, poll and epoll wait for a pipe until there is something in it; a file or a peer is ready whenever it likes.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore
// variant: -DPOLL => unreach-call=true no-data-race=true no-deadlock=true
// variant: -DEPOLL => unreach-call=true no-data-race=true no-deadlock=true
// variant: -DLIMITED => unreach-call=false
// variant: -DNOBODY_WRITES => no-deadlock=false
// variant: -DPEER => unreach-call=false
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], sent;

static void *writes(void *unused) {
#ifndef NOBODY_WRITES
  sent = 1;
  if (write(ends[1], "x", 1) != 1) exit(1);
#endif
  return unused;
}

static int is_ready(int file) {
#if defined(POLL) || defined(LIMITED) || defined(PEER)
#ifdef LIMITED
  int limit = 100;
#else
  int limit = -1;
#endif
  struct pollfd p = {file, POLLIN, 0};
  int n = poll(&p, 1, limit);
  if (n < 0) exit(1);
  return n == 1 && p.revents & POLLIN;
#elif defined(EPOLL)
  int e = epoll_create1(0);
  struct epoll_event wanted = {EPOLLIN, {.ptr = &sent}}, found;
  if (e < 0 || epoll_ctl(e, EPOLL_CTL_ADD, file, &wanted) != 0) exit(1);
  int n = epoll_wait(e, &found, 1, -1);
  if (n < 0) exit(1);
  assert(n == 1 && found.data.ptr == &sent);
  return found.events & EPOLLIN;
#else
  fd_set set;
  FD_ZERO(&set);
  FD_SET(file, &set);
  int n = select(file + 1, &set, NULL, NULL, NULL);
  if (n < 0) exit(1);
  return n == 1 && FD_ISSET(file, &set);
#endif
}

int main(void) {
  pthread_t thread;
  if (pipe(ends) != 0) exit(1);
  pthread_create(&thread, NULL, writes, NULL);
#ifdef PEER
  int file = socket(AF_INET, SOCK_STREAM, 0);
  if (file < 0) exit(1);
#else
  int file = ends[0];
#endif
  assert(is_ready(file));
  char c;
  if (read(file, &c, 1) != 1) exit(1);
  assert(c == 'x');
  pthread_join(thread, NULL);
}
