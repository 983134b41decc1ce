// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads sleep on a condition variable. One signal is sent and the first thread is cancelled. If it acts upon that, the signal was
// for the other one (POSIX, pthread_cond_wait); if it goes on, it may have got the signal, and the other one needs another.
// expect: no-deadlock=true unreach-call=true
// variant: -DNO_SECOND_SIGNAL => no-deadlock=false
// variant: -DCANCEL_FIRST => no-deadlock=true unreach-call=true
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int tokens;

static void leave(void *unused) {
  (void)unused;
  pthread_mutex_unlock(&lock);
}

static void *sleeper(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(leave, NULL);
  while (tokens == 0) pthread_cond_wait(&changed, &lock);
  tokens--;
  pthread_cleanup_pop(1);
  return unused;
}

static void add_token(void) {
  tokens++;
  pthread_cond_signal(&changed);
}

int main(void) {
  pthread_t first, second;
  void *result;
  pthread_create(&first, NULL, sleeper, NULL);
  pthread_create(&second, NULL, sleeper, NULL);
  pthread_mutex_lock(&lock);
#ifdef CANCEL_FIRST
  pthread_cancel(first);
#endif
  add_token();
#ifndef CANCEL_FIRST
  pthread_cancel(first);
#endif
  pthread_mutex_unlock(&lock);
  pthread_join(first, &result);
#ifndef NO_SECOND_SIGNAL
  if (result != PTHREAD_CANCELED) {
    pthread_mutex_lock(&lock);
    add_token();
    pthread_mutex_unlock(&lock);
  }
#endif
  pthread_join(second, NULL);
  return 0;
}
