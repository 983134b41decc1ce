// SPDX-License-Identifier: GPL-3.0-or-later
// A thread compares two pointers while another one frees the first block. If it frees it before the second block is taken, the
// second may have the same address. Where a lock keeps the two apart, and nobody keeps an old pointer, it cannot.
// expect: unreach-call=false
// engines: explore; auto; bmc-order unknown; bmc-lazy unknown; bmc-eager unknown; induction unknown; impact unknown; invariants unknown
// variant: --reduction none => unreach-call=false
// engines: explore
// variant: -DLOCKED => unreach-call=true no-deadlock=true
// engines: explore; bmc-order
// variant: -DTAKEN_BEFORE => unreach-call=true no-deadlock=true
// engines: explore; induction unknown; impact unknown
// variant: --strict-pointers -DTAKEN_BEFORE => unreach-call=unknown
// engines: explore "undefined behaviour"; bmc-order; induction; impact
// replay: a block must get the address of one that was freed
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *first;

static int *block(void) { return malloc(sizeof(int)); }

static void *frees(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  free(first);
  first = NULL;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  first = block();
#ifdef TAKEN_BEFORE
  int *known = first, *second = block();
#elif !defined(LOCKED)
  int *known = first;
#endif
  pthread_create(&thread, NULL, frees, NULL);
#ifdef LOCKED
  pthread_mutex_lock(&lock);
  int *known = first;
#endif
#ifndef TAKEN_BEFORE
  int *second = block();
#endif
  assert(known != second);
#ifdef LOCKED
  pthread_mutex_unlock(&lock);
#endif
  pthread_join(thread, NULL);
  return 0;
}
