// SPDX-License-Identifier: GPL-3.0-or-later
// axel: the start of a download over two connections; FINISHED=1: one of them has nothing left to do.
#include <assert.h>
#include <stdlib.h>
#include "axel.h"
#ifndef FINISHED
#define FINISHED 0
#endif
static conf_t conf;
static url_t url;
static axel_if_t interface;
static axel_t axel;
static conn_t conn[2];
int harness(void) {
  conf.num_connections = 2;
  interface.next = &interface;
  conf.interfaces = &interface;
  axel.conf = &conf;
  url.next = &url;
  axel.url = &url;
  axel.conn = conn;
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_init(&conn[i].lock, 0);
    conn[i].lastbyte = i && FINISHED ? 0 : 1 << 20;
    conn[i].proto = PROTO_HTTP;
  }
  axel_start(&axel);
  for (int i = 0; i < 2; ++i) {
    if (*conn[i].setup_thread) pthread_join(*conn[i].setup_thread, 0);
    if (conn[i].enabled) assert(conn[i].tcp);
  }
  return 0;
}
