// SPDX-License-Identifier: GPL-3.0-or-later
// A thread compares a pointer to a variable of another thread, which may have ended by then: undefined behaviour. The
// comparison is no step of its own; where the thread announces that it has looked just before it compares, only the end
// of the variable can come between the two.
// expect: unreach-call=unknown
// engines: explore "had ended when a pointer"; bmc-order
// variant: --reduction none => unreach-call=unknown
// engines: explore "had ended when a pointer"
// variant: --jobs 3 => unreach-call=unknown
// engines: explore "had ended when a pointer"
// variant: -DBLOCK => unreach-call=unknown
// engines: explore "had ended when a pointer"; bmc-order; impact; induction
// variant: -DTHREAD_LOCAL => unreach-call=unknown
// engines: explore "had ended when a pointer"
// variant: -DARGUMENT => unreach-call=unknown
// engines: explore "had ended when a pointer"; bmc-order; bmc-lazy; bmc-eager
// variant: -DARGUMENT -DJOINED => unreach-call=true
// engines: explore; bmc-order
// variant: -DLIST => unreach-call=true
// engines: explore; bmc-order
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int global;
static atomic_int looked;
static int *_Atomic lent;

#if defined(LIST)  // each thread has a node on its stack and takes it out of the list before it ends, under the lock
struct node {
  struct node *next;
};
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *unused) {
  struct node mine;
  (void)unused;
  pthread_mutex_lock(&lock);
  mine.next = head;
  head = &mine;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  struct node **place = &head;
  while (*place != &mine) place = &(*place)->next;
  *place = mine.next;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, waits, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(head == NULL);
  return 0;
}

#elif defined(ARGUMENT)
static void *looks(void *pointer) {
  assert(pointer != &global);
  return NULL;
}

static void lends(pthread_t *thread) {
  int mine = 0;
  pthread_create(thread, NULL, looks, &mine);
#ifdef JOINED
  pthread_join(*thread, NULL);
#endif
}

int main(void) {
  pthread_t thread;
  lends(&thread);
#ifndef JOINED
  pthread_join(thread, NULL);
#endif
  return 0;
}

#else
static void *looks(void *unused) {
  int *pointer;
  (void)unused;
  while (!(pointer = lent)) continue;
  looked = 1;
  assert(pointer != &global);
  return NULL;
}

static void *lends(void *unused) {
#ifdef THREAD_LOCAL
  static _Thread_local int mine;
#else
  int mine = 0;
#endif
  lent = &mine;
  while (!looked) continue;
  return unused;
}

int main(void) {
  pthread_t thread, other;
  pthread_create(&thread, NULL, looks, NULL);
#if defined(BLOCK)
  {
    int mine = 0;
    lent = &mine;
    while (!looked) continue;
  }
#elif defined(THREAD_LOCAL)
  pthread_create(&other, NULL, lends, NULL);
  pthread_join(other, NULL);
#else
  lends(NULL);
#endif
  pthread_join(thread, NULL);
  return 0;
}
#endif
