// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses of version 4 are read and written exactly; what a network says is any.
// expect: unreach-call=true
// engines: explore
// variant: -DOPTION => unreach-call=false
// variant: -DPEER => unreach-call=false
// variant: -DVERSION_6 => unreach-call=unknown
// variant: --32 => unreach-call=true
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

int main(void) {
  struct in_addr address;
  char text[INET_ADDRSTRLEN];
  assert(inet_pton(AF_INET, "10.0.200.7", &address) == 1 && ntohl(address.s_addr) == 0x0a00c807);
  assert(inet_pton(AF_INET, "10.0.256.7", &address) == 0 && inet_pton(AF_INET, "1.2.3", &address) == 0);
  assert(inet_pton(AF_INET, "01.2.3.4", &address) == 0 && inet_pton(AF_INET, "1.2.3.4 ", &address) == 0);
  assert(inet_ntop(AF_INET, &address, text, sizeof text) == text && strcmp(text, "10.0.200.7") == 0);
  assert(inet_ntop(AF_INET, &address, text, 5) == NULL && inet_ntop(99, &address, text, sizeof text) == NULL);
  assert(strcmp(inet_ntoa(address), "10.0.200.7") == 0);
#ifdef OPTION
  int error = 0;
  socklen_t size = sizeof error;
  if (getsockopt(3, SOL_SOCKET, SO_ERROR, &error, &size) == 0) assert(size == sizeof error && error != 111);
#endif
#ifdef PEER
  struct sockaddr_in peer = {0};
  socklen_t size = sizeof peer;
  if (getpeername(3, (struct sockaddr *)&peer, &size) == 0) assert(peer.sin_port != 80);
#endif
#ifdef VERSION_6
  struct in6_addr six;
  assert(inet_pton(AF_INET6, "::1", &six) == 1);
#endif
  return 0;
}
