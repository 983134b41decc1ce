// Which element is written depends on a comparison of an input that stays free.
// expect: no-data-race=false
// variant: -DOTHER=1 => no-data-race=false
// variant: -DOTHER=2 => no-data-race=true
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef OTHER
#define OTHER 0
#endif

int a[3];

void *worker(void *arg) {
  a[OTHER] = 7;
  return 0;
}

int main(void) {
  pthread_t t;
  unsigned x = __VERIFIER_nondet_uchar();
  pthread_create(&t, 0, worker, 0);
  a[x < 5] = 3;
  return x == 77;
}
