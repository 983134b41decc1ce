// verdict: true
// shows: ✓ unreach-call  proven: the whole state space was searched
// shows: ✓ no-data-race  proven: the whole state space was searched
// shows: ✓ no-deadlock   proven: the whole state space was searched
#include <assert.h>
#include <pthread.h>

int total;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *add(void *arg) {
  pthread_mutex_lock(&m);
  total++;
  pthread_mutex_unlock(&m);
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
