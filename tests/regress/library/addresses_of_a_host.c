// SPDX-License-Identifier: GPL-3.0-or-later
// getaddrinfo fails or gives a list, which the program must give back once.
// expect: unreach-call=unknown
// reason: any number of addresses above two
// variant: -DTWICE => valid-memsafety=false
// variant: -DALWAYS => unreach-call=false
#include <assert.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

int main(void) {
  struct addrinfo hints, *all, *one;
  memset(&hints, 0, sizeof hints);
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  int error = getaddrinfo("localhost", "80", &hints, &all);
#ifdef ALWAYS
  assert(error == 0);
#endif
  if (error) {
    puts(gai_strerror(error));
    return 1;
  }
  int n = 0;
  for (one = all; one; one = one->ai_next) {
    assert(one->ai_family == AF_INET && one->ai_socktype == SOCK_STREAM && one->ai_addr->sa_family == AF_INET);
    n++;
  }
  assert(n >= 1);
  freeaddrinfo(all);
#ifdef TWICE
  freeaddrinfo(all);
#endif
  return 0;
}
