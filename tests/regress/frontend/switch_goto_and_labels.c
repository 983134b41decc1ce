// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true termination=true
// variant: -DWRONG => unreach-call=false
#include <assert.h>

enum token { NUMBER = 3, PLUS, MINUS, END = -1 };

static int classify(enum token t) {
  int score = 0;
  switch (t) {
    case NUMBER: score += 1; /* fall through */
    case PLUS: score += 10; break;
    case MINUS: return -1;
    default: score = 100;
  }
  return score;
}
static int range(unsigned char c) {
  switch (c) {
    case 0 ... 9: return 1;
    case 200 ... 255: return 2;
  }
  return 0;
}
static int search(int wanted) {
  int cells[2][2] = {{1, 2}, {3, 4}}, i, j;
  for (i = 0; i < 2; i++)
    for (j = 0; j < 2; j++)
      if (cells[i][j] == wanted) goto found;
  return -1;
found:
  return 10 * i + j;
}
int main(void) {
  assert(classify(NUMBER) == 11 && classify(PLUS) == 10 && classify(MINUS) == -1 && classify(END) == 100);
  assert(range(9) == 1 && range(10) == 0 && range(255) == 2);
  assert(search(3) == 10 && search(9) == -1);
  int n = 0;
again:
  if (++n < 5) goto again;
  assert(n == 5);
  do {
    if (n == 7) continue;
    n++;
  } while (n < 7);
#ifdef WRONG
  assert(n != 7);
#endif
  return 0;
}
