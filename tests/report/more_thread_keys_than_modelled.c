// SPDX-License-Identifier: GPL-3.0-or-later
// verdict: unknown
// shows: ! not modelled (a proof cannot rest on it): more than 32 thread keys
// shows: next: do without what is not modelled: more than 32 thread keys
#include <pthread.h>

int main(void) {
  pthread_key_t key;
  for (int i = 0; i < 33; i++) pthread_key_create(&key, 0);
  return 0;
}
