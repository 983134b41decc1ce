/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same algorithm as philosophers.c. */
#ifndef N
#define N 4
#endif
byte fork_[N];   /* 0 free, else holder + 1 */

proctype philosopher(byte me) {
  byte first, second;
  if
  :: me == N - 1 -> first = 0; second = N - 1
  :: else -> first = me; second = me + 1
  fi;
  do
  :: atomic { fork_[first] == 0 -> fork_[first] = me + 1 };
     atomic { fork_[second] == 0 -> fork_[second] = me + 1 };
     fork_[second] = 0;
     fork_[first] = 0
  od
}

init {
  byte i;
  for (i : 0 .. N - 1) { run philosopher(i) }
}
