// The last owner frees the object, but a decrement that only releases does not order the other owner's write before that.
// expect: no-data-race=false
// variant: -DORDER=memory_order_acq_rel => no-data-race=true
// variant: -DFENCE => no-data-race=true
// variant: -DFENCE -DORDER=memory_order_relaxed => no-data-race=false
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ORDER
#define ORDER memory_order_release
#endif

struct object {
  atomic_int count;
  int data;
} *object;

void drop(void) {
  if (atomic_fetch_sub_explicit(&object->count, 1, ORDER) != 1) return;
#ifdef FENCE
  atomic_thread_fence(memory_order_acquire);
#endif
  free(object);
}

void *worker(void *arg) {
  object->data = 1;
  drop();
  return 0;
}

int main(void) {
  pthread_t t;
  object = calloc(1, sizeof *object);
  atomic_store(&object->count, 2);
  pthread_create(&t, 0, worker, 0);
  drop();
  pthread_join(t, 0);
  return 0;
}
