// SPDX-License-Identifier: GPL-3.0-or-later
// What is printed around barriers, and done by a library: no event shows it, and the barriers order it. Threads print round by round;
// with -DLIBRARY_PHASES a function of a library (-DLIBRARY) fills what another one uses, and it ends the program with code 9 if that was
// too early; with -DENDS the other thread ends the program behind the barrier; with -DONLY_MAIN nobody but main prints, which needs no
// barrier.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int fill(void), use(void);
#ifdef LIBRARY
static volatile int filled;
int fill(void) {
  usleep(50000);
  filled = 1;
  return 0;
}
int use(void) {
  if (!filled) _exit(9);
  return 0;
}
#else

enum { ROUNDS = 3 };
static pthread_barrier_t met;
static int x, y;

static void rounds(int me) {
  for (int r = 0; r < ROUNDS; r++) {
#ifndef ONLY_MAIN
    if (!me) usleep(20000);
    printf("round %d\n", r);
#endif
    pthread_barrier_wait(&met);
  }
}

static void *other(void *unused) {
#if defined LIBRARY_PHASES || defined ENDS
  pthread_barrier_wait(&met);
  x = 1;
#ifdef ENDS
  exit(5);
#else
  use();
#endif
  x = 2;
#else
  rounds(1);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&met, NULL, 2);
  pthread_create(&thread, NULL, other, NULL);
#ifdef LIBRARY_PHASES
  fill();
  pthread_barrier_wait(&met);
  y = 1;
#elif defined ENDS
  usleep(50000);
  printf("main\n");
  pthread_barrier_wait(&met);
  y = 1;
#elif defined ONLY_MAIN
  for (int r = 0; r < ROUNDS; r++) {
    pthread_barrier_wait(&met);
    printf("round %d\n", r);
  }
#else
  rounds(0);
#endif
  pthread_join(thread, NULL);
  return 0;
}
#endif
