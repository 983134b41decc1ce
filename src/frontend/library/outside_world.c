// SPDX-License-Identifier: GPL-3.0-or-later
// What a program learns from outside: clocks, random numbers, its own number; and errno.
// Real time may be set back and is any value at every call; the other clocks never run backwards. Every input is drawn
// in the function the user called, which names it in the trace.
#include "heddle_builtins.h"

#define ANY_SECOND \
  (sizeof(long) == 8 ? (long)__heddle_NondetLong(0, 0xffffffffffULL) : (long)__heddle_Nondet(0, 0x7fffffff))
#define ANY_MICROSECOND ((long)__heddle_Nondet(0, 999999))
#define ANY_NANOSECOND ((long)__heddle_Nondet(0, 999999999))

struct Seconds {  // timespec and timeval
  long seconds, fraction;
};
enum { kRealTime = 0, kRealTimeCoarse = 5, kTai = 11, kLastClock = 11 };

int* __errno_location(void) { return &__heddle_errno; }

// The streams are handed to output functions, and compared by the model of input (files.c).
static const char streams[3];
const void* const stdin = &streams[0];
const void* const stdout = &streams[1];
const void* const stderr = &streams[2];

long time(long* result) {
  long now = ANY_SECOND;
  if (result != NULL) *result = now;
  return now;
}
int gettimeofday(struct Seconds* now, void* zone) {
  if (zone != NULL) {
    ((int*)zone)[0] = (int)__heddle_Nondet(0, ~0U);
    ((int*)zone)[1] = (int)__heddle_Nondet(0, ~0U);
  }
  now->seconds = ANY_SECOND;
  now->fraction = ANY_MICROSECOND;
  return 0;
}
int timespec_get(struct Seconds* result, int base) {
  if (base != 1) return 0;
  result->seconds = ANY_SECOND;
  result->fraction = ANY_NANOSECOND;
  return base;
}

static struct Seconds last_reading[kLastClock + 1];

static struct Seconds not_before_last(int clock, struct Seconds now) {
  __VERIFIER_atomic_begin();
  struct Seconds last = last_reading[clock];
  if (now.seconds < last.seconds || (now.seconds == last.seconds && now.fraction < last.fraction)) now = last;
  last_reading[clock] = now;
  __VERIFIER_atomic_end();
  return now;
}
int clock_gettime(int clock, struct Seconds* result) {
  if (clock < 0 || clock > kLastClock) return fail_with(EINVAL);
  struct Seconds now = {ANY_SECOND, ANY_NANOSECOND};
  if (clock != kRealTime && clock != kRealTimeCoarse && clock != kTai) now = not_before_last(clock, now);
  *result = now;
  return 0;
}
long clock(void) {
  static long last;
  long now = ANY_SECOND;
  __VERIFIER_atomic_begin();
  if (now < last) now = last;
  last = now;
  __VERIFIER_atomic_end();
  return now;
}

int rand(void) { return (int)__heddle_Nondet(0, 0x7fffffff); }
long random(void) { return (long)__heddle_Nondet(0, 0x7fffffff); }
// These have one state for all threads, and no lock.
static char __heddle_the_state_of_drand48;
#define NEXT __heddle_the_state_of_drand48 = 1
long lrand48(void) {
  NEXT;
  return (long)__heddle_Nondet(0, 0x7fffffff);
}
long mrand48(void) {
  NEXT;
  return (int)__heddle_Nondet(0, 0xffffffff);
}
double drand48(void) {
  NEXT;
  return (double)__heddle_NondetLong(0, (1ULL << 48) - 1) / (double)(1ULL << 48);
}
void srand48(long seed) { NEXT; }
int rand_r(unsigned* seed) {
  *seed = __heddle_Nondet(0, 0xffffffff);
  return (int)__heddle_Nondet(0, 0x7fffffff);
}

// One number for the whole run.
int getpid(void) {
  static int pid;
  __VERIFIER_atomic_begin();
  if (pid == 0) pid = (int)__heddle_Nondet(1, 0x400000);
  int mine = pid;
  __VERIFIER_atomic_end();
  return mine;
}
