/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same algorithm as queue.c: one step per access. */
#ifndef SIZE
#define SIZE 3
#endif
#ifndef PAIRS
#define PAIRS 2
#endif
byte buffer[SIZE], head, tail, lock_, filled, vacant = SIZE;

proctype producer(byte value) {
  byte x;
  do
  :: value = (value + 1) % 4;
     atomic { vacant > 0 -> vacant = vacant - 1 };
     atomic { lock_ == 0 -> lock_ = 1 };
     x = tail;
     buffer[x] = value;
     x = tail;
     tail = (x + 1) % SIZE;
     lock_ = 0;
     filled = filled + 1
  od
}

proctype consumer() {
  byte x, value;
  do
  :: atomic { filled > 0 -> filled = filled - 1 };
     atomic { lock_ == 0 -> lock_ = 1 };
     x = head;
     value = buffer[x];
     assert(value < 4);
     x = head;
     head = (x + 1) % SIZE;
     lock_ = 0;
     vacant = vacant + 1
  od
}

init {
  byte i;
  for (i : 0 .. PAIRS - 1) { run producer(i); run consumer() }
}
