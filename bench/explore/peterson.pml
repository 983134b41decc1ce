/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same algorithm as peterson.c: one step per access. */
byte flag[2], turn, inside;

proctype worker(byte me) {
  byte f, t, x;
  do
  :: flag[me] = 1;
     turn = 1 - me;
     do
     :: f = flag[1 - me];
        if
        :: f == 0 -> break
        :: else -> t = turn;
           if
           :: t != 1 - me -> break
           :: else -> skip
           fi
        fi
     od;
     inside = inside + 1;
     x = inside;
     assert(x == 1);
     inside = inside - 1;
     flag[me] = 0
  od
}

init {
  run worker(0);
  run worker(1)
}
