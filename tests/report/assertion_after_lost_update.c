// verdict: false(unreach-call)
// flags: --property unreach-call
// shows: assertion failed: total == 2
// shows: reads total
#include <assert.h>
#include <pthread.h>

int total;

void *add(void *arg) {
  int seen = total;
  total = seen + 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(total == 2);
  return 0;
}
