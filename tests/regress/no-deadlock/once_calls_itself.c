// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void init(void);
static void use(void) { pthread_once(&once, init); }
static void init(void) { use(); }

int main(void) {
  use();
  return 0;
}
