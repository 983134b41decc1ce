// SPDX-License-Identifier: GPL-3.0-or-later
// A block is protected by one lock or by another, as the state of the file says, for ever (Flanagan, Freund and Qadeer,
// "Thread-modular verification for shared-memory programs", 2002). With BUG the allocator does not say that it is busy.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static int block, busy, inode;
static pthread_mutex_t m_inode = PTHREAD_MUTEX_INITIALIZER, m_busy = PTHREAD_MUTEX_INITIALIZER;

static void *allocator(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m_inode);
    if (inode == 0) {
#ifndef BUG
      pthread_mutex_lock(&m_busy);
      busy = 1;
      pthread_mutex_unlock(&m_busy);
#endif
      inode = 1;
    }
    block = 1;
    assert(block == 1);
    pthread_mutex_unlock(&m_inode);
  }
  return unused;
}
static void *remover(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m_busy);
    if (busy == 0) {
      block = 0;
      assert(block == 0);
    }
    pthread_mutex_unlock(&m_busy);
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  inode = busy = __VERIFIER_nondet_int() != 0;
  pthread_create(&a, 0, allocator, 0);
  pthread_create(&b, 0, remover, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
