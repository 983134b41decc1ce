// SPDX-License-Identifier: GPL-3.0-or-later
// A lock for one writer or several readers, made of atomic sections, for ever. With BUG a writer does not wait for readers.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
static int writes, readers, data;

static void *writer(void *unused) {
  for (int value = 0;; value = !value) {
    __VERIFIER_atomic_begin();
#ifdef BUG
    __VERIFIER_assume(!writes);
#else
    __VERIFIER_assume(!writes && readers == 0);
#endif
    writes = 1;
    __VERIFIER_atomic_end();
    data = value;
    __VERIFIER_atomic_begin();
    writes = 0;
    __VERIFIER_atomic_end();
  }
  return unused;
}
static void *reader(void *unused) {
  for (;;) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!writes);
    readers++;
    __VERIFIER_atomic_end();
    int seen = data;
    assert(seen == data);
    __VERIFIER_atomic_begin();
    readers--;
    __VERIFIER_atomic_end();
  }
  return unused;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_create(&c, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
