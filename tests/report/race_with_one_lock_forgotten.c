// verdict: false(no-data-race)
// flags: --property no-data-race
// shows: data race on balance
// shows: holding m
// shows: holding no lock
// shows: starts thread 1
#include <pthread.h>

int balance;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *deposit(void *arg) {
  pthread_mutex_lock(&m);
	balance = balance + 5;
  pthread_mutex_unlock(&m);
  return 0;
}

void *withdraw(void *arg) {
  balance = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, deposit, 0);
  pthread_create(&b, 0, withdraw, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
