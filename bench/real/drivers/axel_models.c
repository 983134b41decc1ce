// SPDX-License-Identifier: GPL-3.0-or-later
// axel: the network, the clock and the file of the download's state. Connections may fail.
#include "axel.h"
#include "stfile.h"
extern _Bool __VERIFIER_nondet_bool(void);
int conn_set(conn_t *c, const char *u) { (void)u; c->proto = PROTO_HTTP; return 1; }
int conn_setup(conn_t *c) {
  c->tcp = &c->http->tcp;
  c->http->firstbyte = c->currentbyte;
  c->http->lastbyte = c->lastbyte;
  return __VERIFIER_nondet_bool();
}
int conn_exec(conn_t *c) { (void)c; return __VERIFIER_nondet_bool(); }
void conn_disconnect(conn_t *c) { c->tcp = 0; c->enabled = 0; }
int stfile_unlink(const char *f) { (void)f; return 0; }
void stfile_save(axel_t *a) { (void)a; }
int abuf_setup(abuf_t *a, size_t n) { (void)a; (void)n; return 0; }
int pthread_setcanceltype(int type, int *old) { (void)type; *old = 0; return 0; }
double axel_gettime(void) { return 1; }
