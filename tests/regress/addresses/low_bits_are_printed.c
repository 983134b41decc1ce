// SPDX-License-Identifier: GPL-3.0-or-later
// Programs print (int)pthread_self() and the low half of an address, and ask whether it is null. That says nothing about the number.
// expect: unreach-call=true no-data-race=true
// variant: -DNUMBER => unreach-call=unknown
// reason: cut to fewer bits
// variant: -DOVERWRITTEN => unreach-call=false
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int data[4];
static struct {
  int id, other;
} worker;
static int shown;

static void *work(void *unused) {
  printf("thread %d works\n", (int)pthread_self());
  worker.id = (int)pthread_self();
  worker.other = 7;
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
  assert(worker.id == (int)t && worker.id != 0 && worker.other == 7);
  int *block = malloc(sizeof *block);  // kept by its number alone
  shown = (int)(intptr_t)block;
  assert(shown == (int)(intptr_t)block);
  free(block);
#ifdef OVERWRITTEN
  shown = 5;
  assert(shown == 6);
#endif
  return 0;
}
