// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared_counter.h"

#include <pthread.h>

int counter_value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void counter_add(int n) {
  pthread_mutex_lock(&lock);
  counter_value += n;
  pthread_mutex_unlock(&lock);
}
