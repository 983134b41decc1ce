// SPDX-License-Identifier: GPL-3.0-or-later
// sysprog21/concurrent-programs mutex: its example of a graph of nodes, with THREADS of them and TICKS of the clock.
#define main their_main
#include "example/main.c"
#undef main

int main(void) {
  struct clock clock;
  struct node nodes[THREADS];
  pthread_t threads[THREADS];
  clock_init(&clock);
  for (int i = 0; i < THREADS; i++) node_init(&clock, i ? &nodes[i - 1] : NULL, &nodes[i]);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, thread_func, &nodes[i]);
  clock_tick(&clock);
  clock_wait(&clock, TICKS);
  clock_stop(&clock);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  return 0;
}
