// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 26
// variant: -DJOINED => no-data-race=true
// variant: -DCONDITION => no-data-race=false
// variant: -DCONDITION -DJOINED => no-data-race=true
// engines: explore; bmc-order unknown "accessed as memory"
// Another thread posts while main reads a byte behind the count: all bytes of what synchronises are the library's.
#include <pthread.h>
#include <semaphore.h>

static sem_t tickets;
static pthread_cond_t news = PTHREAD_COND_INITIALIZER;

static void *post(void *unused) {
  sem_post(&tickets);
  pthread_cond_signal(&news);
  return unused;
}

static char byte_of(const void *object) {
  const volatile char *bytes = object;
#ifdef CONDITION
  return bytes[20];
#else
  return bytes[12];
#endif
}

int main(void) {
  pthread_t poster;
  sem_init(&tickets, 0, 0);
  pthread_create(&poster, 0, post, 0);
#ifdef JOINED
  pthread_join(poster, 0);
#endif
#ifdef CONDITION
  byte_of(&news);
#else
  byte_of(&tickets);
#endif
#ifndef JOINED
  pthread_join(poster, 0);
#endif
  return 0;
}
