// SPDX-License-Identifier: GPL-3.0-or-later
// Two ports forward packets whose addresses are inputs. The table of routes has a lock; a route that is missing is
// learnt. What each route has carried is counted without one.
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define ROUTES 4
#ifndef PACKETS
#define PACKETS 3
#endif

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char known[ROUTES], next_hop[ROUTES];
static unsigned carried[ROUTES], dropped;

static int look_up(unsigned char address, unsigned char port) {
  int hop = -1;
  pthread_mutex_lock(&table_lock);
  if (known[address]) hop = next_hop[address];
  else if (address % 2 == port) {
    known[address] = 1;
    next_hop[address] = port;
  }
  pthread_mutex_unlock(&table_lock);
  return hop;
}

static void *port(void *number) {
  unsigned char mine = number ? 1 : 0;
  for (int k = 0; k < PACKETS; k++) {
    unsigned char address = __VERIFIER_nondet_uchar() % ROUTES;
    if (look_up(address, mine) >= 0) carried[address]++;
    else dropped++;
  }
  return number;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, port, &other);
  port(0);
  pthread_join(other, 0);
  return dropped > 2 * PACKETS;
}
