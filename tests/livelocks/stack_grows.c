// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads that try again by calling themselves, and disturb each other: the stacks grow with each round. The frame
// in which a round begins is never left, so the round can be repeated (a keyframe in Atig, Bouajjani, Emmi, Lal, CAV
// 2012, section 3.3). explore would have to visit a state for each depth.
//
// VARIABLES: each frame has a variable in memory that the next one knows, and a number grows with the stack.
// BACK: what is below that frame is looked at, when a call returns; then nothing repeats for ever.
// CHAIN: the frames know all those below them, and count them.
//
// expected: termination false
// expected -DVARIABLES: termination false formulas=unsupported
// expected -DBACK: termination true
// expected -DCHAIN: termination true formulas=unsupported limit=8s
#include <pthread.h>
#include <stdatomic.h>

static atomic_int last;

static int attempt(int mine) {
  last = mine;
  if (last != mine && attempt(mine)) last = 0;
  return mine;
}

static int with_variables(int mine, const int *below, long depth) {
  int variable = mine;
  last = *below;
  if (last != mine && with_variables(mine, &variable, depth + 1)) last = (int)depth;
  return mine;
}

struct frame {
  const struct frame *below;
};
static int chain(int mine, const struct frame *below) {
  const struct frame here = {below};
  int depth = 0;
  for (const struct frame *f = &here; f; f = f->below) depth++;
  last = mine;
  return last != mine && depth < 4 ? chain(mine, &here) : 0;
}

static int down_and_up(int n) {
  last = n;
  return n > 0 ? down_and_up(n - 1) + 1 : 0;
}

static void *run(void *number) {
#ifdef BACK
  down_and_up((int)(long)number + 2);
#elif defined VARIABLES
  const int mine = (int)(long)number;
  with_variables(mine, &mine, 0);
#elif defined CHAIN
  chain((int)(long)number, NULL);
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
