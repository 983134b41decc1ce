// SPDX-License-Identifier: GPL-3.0-or-later
// What a program learns from outside: clocks, random numbers, characters, its own numbers; and errno and the streams.
// Real time may be set back and is any value at every call; the other clocks never run backwards.
#include "heddle_builtins.h"

struct Seconds {  // timespec and timeval
  long seconds, fraction;
};
enum { kRealTime = 0, kRealTimeCoarse = 5, kTai = 11, kLastClock = 11 };

int* __errno_location(void) { return &__heddle_errno; }

// The streams are only ever handed on to output functions.
static const char streams[3];
const void* const stdin = &streams[0];
const void* const stdout = &streams[1];
const void* const stderr = &streams[2];

static long any_second(void) { return (long)(__VERIFIER_nondet_uint() & 0x7fffffff); }
static long any_below(unsigned n) { return (long)(__VERIFIER_nondet_uint() % n); }

long time(long* result) {
  long now = any_second();
  if (result != NULL) *result = now;
  return now;
}
int gettimeofday(struct Seconds* now, void* zone) {
  now->seconds = any_second();
  now->fraction = any_below(1000000);
  return 0;
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
  struct Seconds now = {any_second(), any_below(1000000000)};
  if (clock != kRealTime && clock != kRealTimeCoarse && clock != kTai) now = not_before_last(clock, now);
  *result = now;
  return 0;
}
int timespec_get(struct Seconds* result, int base) {
  if (base != 1) return 0;
  result->seconds = any_second();
  result->fraction = any_below(1000000000);
  return base;
}
long clock(void) {
  static long last;
  long now = any_second();
  __VERIFIER_atomic_begin();
  if (now < last) now = last;
  last = now;
  __VERIFIER_atomic_end();
  return now;
}

int rand(void) { return (int)(__VERIFIER_nondet_uint() & 0x7fffffff); }
long random(void) { return (long)(__VERIFIER_nondet_uint() & 0x7fffffff); }
long lrand48(void) { return (long)(__VERIFIER_nondet_uint() & 0x7fffffff); }
long mrand48(void) { return (int)__VERIFIER_nondet_uint(); }
int rand_r(unsigned* seed) {
  *seed = __VERIFIER_nondet_uint();
  return (int)(__VERIFIER_nondet_uint() & 0x7fffffff);
}

static int any_character(void) { return __VERIFIER_nondet_bool() ? -1 : __VERIFIER_nondet_uchar(); }
int getchar(void) { return any_character(); }
int getc(void* stream) { return any_character(); }
int fgetc(void* stream) { return any_character(); }

// One number for the whole run.
int getpid(void) {
  static int pid;
  int fresh = 1 + (int)(__VERIFIER_nondet_uint() & 0x3fffff);
  __VERIFIER_atomic_begin();
  if (pid == 0) pid = fresh;
  int mine = pid;
  __VERIFIER_atomic_end();
  return mine;
}
