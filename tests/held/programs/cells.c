// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that use cells of one array: each its own; with -DMOVES the other one in every second round, where only the schedule keeps
// them from meeting. With -DRING a producer and a consumer use a ring of 1000 cells, without any lock. `see` is a library's (-DLIBRARY):
// Heddle knows nothing of it, and it ends the program with code 9 if a cell is not 1.
#include <pthread.h>
#include <unistd.h>

void see(int value);
#ifdef LIBRARY
void see(int value) {
  if (value != 1) _exit(9);
}
#else

enum { SIZE = 1000 };
static int cell[2], buffer[SIZE], in, out;

static void *work(void *number) {
  int me = number != 0;
  for (;;) {
    cell[me]++;
    see(cell[me]);
    cell[me]--;
#ifdef MOVES
    me = !me;
#endif
  }
  return number;
}

static void *produce(void *unused) {
  for (;;)
    if ((in + 1) % SIZE != out) {
      buffer[in] = 1;
      in = (in + 1) % SIZE;
    }
  return unused;
}

static void consume(void) {
  for (;;)
    if (in != out) {
      see(buffer[out]);
      buffer[out] = 0;
      out = (out + 1) % SIZE;
    }
}

int main(void) {
  pthread_t thread;
#ifdef RING
  pthread_create(&thread, 0, produce, 0);
  consume();
#else
  pthread_create(&thread, 0, work, &thread);
  work(0);
#endif
  return 0;
}
#endif
