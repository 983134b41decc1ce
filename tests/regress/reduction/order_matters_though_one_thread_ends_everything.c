// SPDX-License-Identifier: GPL-3.0-or-later
// One of the threads ends the whole execution, in one way or another, by a step that depends on nothing that the others
// do. What they did before counts: whether the reader comes behind the writer decides about its assertion. So the
// transaction graph must not end where the execution does. With NEVER nobody writes what the reader looks for.
// expect: unreach-call=false
// engines: explore; bmc-eager
// variant: --reduction sir --eager-graph => unreach-call=false
// engines: bmc-eager
// variant: --reduction sir --eager-graph -DNEVER => unreach-call=true
// engines: bmc-eager
// variant: --reduction sir --eager-graph -DEXITS => unreach-call=false
// engines: bmc-eager
// variant: --reduction sir --eager-graph -DABORTS => unreach-call=false
// engines: bmc-eager
// variant: --reduction sir --eager-graph -DASSUMES => unreach-call=false
// engines: bmc-eager
// variant: --reduction sir --eager-graph -DASSUMES -DNEVER => unreach-call=true
// engines: bmc-eager
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);

#if defined(EXITS) || defined(ABORTS) || defined(ASSUMES)
#define THIRD
#endif

static atomic_int shared, other;
#ifdef NEVER
static const int written = 2;
#else
static const int written = 1;
#endif

static void *reads(void *unused) {
  assert(shared != 1);
  return unused;
}

static void *writes(void *unused) {
  shared = written;
  return unused;
}

#ifdef THIRD
static void *ends(void *unused) {
#ifdef EXITS
  exit(0);
#elif defined(ABORTS)
  abort();
#else
  __VERIFIER_assume(other == 1);
#endif
  return unused;
}
#endif

int main(void) {
  pthread_t reader, writer;
#ifdef THIRD
  pthread_t third;
  pthread_create(&third, NULL, ends, NULL);
#endif
  pthread_create(&reader, NULL, reads, NULL);
  pthread_create(&writer, NULL, writes, NULL);
#ifdef THIRD
  pthread_join(third, NULL);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
#endif
  return 0;
}
