// SPDX-License-Identifier: GPL-3.0-or-later
// A worker starts a thread while main joins another. Whether the join comes first decides whether the new thread may get
// the old handle: the order matters although the two touch nothing in common.
// expect: unreach-call=false
// engines: explore; auto
// variant: -DOWNER => no-data-race=false
// engines: explore; auto
// variant: -DTWO_STARTERS => unreach-call=false
// engines: explore
// replay: a thread must get the handle that an earlier thread had
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_t first, late, later;
static int value;
static atomic_int go;

static void *nothing(void *unused) {
  return unused;
}

static void *owner(void *unused) {
  if (pthread_equal(first, pthread_self())) value = 1;
  return unused;
}

static void *starter(void *handle) {
#ifdef TWO_STARTERS
  while (!go) {
  }
#endif
#ifdef OWNER
  pthread_create(handle, NULL, owner, NULL);
#else
  pthread_create(handle, NULL, nothing, NULL);
#endif
  return NULL;
}

int main(void) {
  pthread_t a, b;
#ifdef TWO_STARTERS
  pthread_create(&a, NULL, starter, &late);
  pthread_create(&b, NULL, starter, &later);
  pthread_create(&first, NULL, nothing, NULL);
  pthread_join(first, NULL);
  go = 1;
  pthread_join(b, NULL);
#else
  (void)b;
  pthread_create(&first, NULL, nothing, NULL);
  pthread_create(&a, NULL, starter, &late);
  pthread_join(first, NULL);
#endif
  pthread_join(a, NULL);
#ifdef OWNER
  value = 2;
#elif defined(TWO_STARTERS)
  assert(!pthread_equal(first, later));
#else
  assert(!pthread_equal(first, late));
#endif
  (void)owner;
  (void)nothing;
  return value - value;
}
