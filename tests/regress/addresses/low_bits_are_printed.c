// SPDX-License-Identifier: GPL-3.0-or-later
// Programs print (int)pthread_self() and the low half of an address, and ask whether it is null. That says nothing about the number.
// expect: unreach-call=true no-data-race=true
// variant: -DNUMBER => unreach-call=unknown
// reason: cut to fewer bits
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static int data[4];

static void *work(void *unused) {
  printf("thread %d works\n", (int)pthread_self());
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  printf("data at %x\n", (unsigned)(uintptr_t)data);
  if (!(int)(intptr_t)data) assert(0);
  assert((unsigned)(uintptr_t)data == (unsigned)(uintptr_t)&data[0]);
  assert((unsigned)(uintptr_t)data != (unsigned)(uintptr_t)&data[1]);
  assert((uintptr_t)&data[1] % 4 == 0 && ((uintptr_t)&data[1] & 3) == 0);
#ifdef NUMBER
  assert((unsigned)(uintptr_t)data % 1000 != 7);
#endif
  pthread_join(t, NULL);
  return 0;
}
