// verdict: false(termination)
// flags: --property termination
// shows: ✗ livelock
// shows: repeat for ever
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];

void enter(int me) {
  wants[me] = 1;
  while (wants[1 - me]) {
    wants[me] = 0;
    wants[me] = 1;
  }
  wants[me] = 0;
}

void *polite(void *arg) {
  enter(1);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, polite, 0);
  enter(0);
  pthread_join(t, 0);
  return 0;
}
