// SPDX-License-Identifier: GPL-3.0-or-later
// What is added is a variable that was never set, for one value of the input: nothing is proven without a condition.
// expect: no-deadlock=unknown
// variant: -DSET => no-deadlock=true
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
extern unsigned __VERIFIER_nondet_uint(void);

static atomic_uint count;
static sem_t done;

static void *post(void *unused) {
  sem_post(&done);
  return unused;
}
int main(void) {
#ifdef SET
  unsigned addend = 1;
#else
  unsigned addend;
#endif
  pthread_t poster;
  unsigned x = __VERIFIER_nondet_uint();
  count = __VERIFIER_nondet_uint();
  if ((x ^ 0x5a5a5a5a) * 2654435761u == 0x13579bdfu) atomic_fetch_add(&count, addend);
  sem_init(&done, 0, 0);
  pthread_create(&poster, 0, post, 0);
  sem_wait(&done);
  pthread_join(poster, 0);
  return 0;
}
