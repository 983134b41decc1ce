// SPDX-License-Identifier: GPL-3.0-or-later
// An automounter: a lookup waits until the daemon has mounted a directory, the daemon answers requests, and the expiry
// thread takes down what is unused. The state of the mount point decides; who asked, how long it took and how often is
// only written down.
//
// warning A: the time of the last use, written by the lookup and the expiry: a race
// warning B: the number of the last request, written by the lookup and read by the daemon: a race
// warning C: the state of the mount point, under its lock: none
// warning D: the table of names, filled before the threads start: none
#include <pthread.h>
#include <stdint.h>

enum { IDLE, PENDING, MOUNTED };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state;

static uint32_t last_used, last_request, requests, answers, expiries, refused;
static uint32_t wait_time, clock_ticks, name_sum, owner, load_average;
static uint32_t names[3];

// ---- writing things down

static uint32_t now(void) { return clock_ticks++; }

static void note_use(uint32_t who) {
  last_used = now();  // warning A
  owner = who;
  load_average = load_average * 3 + who;
}

static void note_request(uint32_t number) {
  last_request = number;  // warning B
  requests++;
  wait_time += number;
}

static void note_answer(void) {
  answers++;
  wait_time -= last_request;  // warning B
}

// ---- the mount point

static int ask_for_mount(void) {
  int asked = 0;
  pthread_mutex_lock(&lock);
  if (state == IDLE) {
    state = PENDING;  // warning C
    asked = 1;
  }
  pthread_mutex_unlock(&lock);
  return asked;
}

static int answer(void) {
  int mounted = 0;
  pthread_mutex_lock(&lock);
  if (state == PENDING) {
    state = MOUNTED;  // warning C
    mounted = 1;
  }
  pthread_mutex_unlock(&lock);
  return mounted;
}

static int expire(void) {
  int gone = 0;
  pthread_mutex_lock(&lock);
  if (state == MOUNTED) {
    state = IDLE;
    gone = 1;
  }
  pthread_mutex_unlock(&lock);
  return gone;
}

// ---- the threads

static void *lookup(void *unused) {
  uint32_t who = names[1];  // warning D
  name_sum += who;
  if (ask_for_mount()) {
    note_request(who);
    note_use(who);
  } else {
    refused++;
  }
  return unused;
}

static void *daemon_thread(void *unused) {
  name_sum += names[2];
  if (answer())
    note_answer();
  else
    refused++;
  load_average += requests;
  return unused;
}

static void *expiry(void *unused) {
  if (expire()) expiries++;
  last_used = now();  // warning A
  wait_time += expiries;
  load_average += answers;
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  names[0] = 1;
  names[1] = 5;
  names[2] = 9;  // warning D
  pthread_create(&a, 0, lookup, 0);
  pthread_create(&b, 0, daemon_thread, 0);
  pthread_create(&c, 0, expiry, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
