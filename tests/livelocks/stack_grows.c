// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads that try again by calling themselves, and disturb each other: the stacks grow with each round. The frame
// in which a round begins is never left, so the round can be repeated (a keyframe in Atig, Bouajjani, Emmi, Lal, CAV
// 2012, section 3.3). explore would have to visit a state for each depth.
//
// BACK: what is below that frame is looked at, when a call returns; then nothing repeats for ever.
//
// expected: termination false walks=false
// expected -DBACK: termination true
#include <pthread.h>
#include <stdatomic.h>

static atomic_int last;

static int attempt(int mine) {
  last = mine;
  if (last != mine && attempt(mine)) last = 0;
  return mine;
}

static int down_and_up(int n) {
  last = n;
  return n > 0 ? down_and_up(n - 1) + 1 : 0;
}

static void *run(void *number) {
#ifdef BACK
  down_and_up((int)(long)number + 2);
#else
  attempt((int)(long)number);
#endif
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, run, (void *)1);
  pthread_create(&two, NULL, run, (void *)2);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
