// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true valid-memsafety=true|unknown
// variant: -DWRONG => unreach-call=false
#include <assert.h>
#include <stddef.h>

static int grid[3][4];

static int row_sum(int (*row)[4]) {
  int sum = 0;
  for (int *p = *row; p < *row + 4; ++p) sum += *p;
  return sum;
}
int main(void) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) grid[i][j] = 10 * i + j;
  assert(row_sum(&grid[2]) == 86);
  int *first = &grid[0][0], *last = &grid[2][3];
  assert(last - first == 11);
  assert(*(first + 6) == 12 && first[7] == 13);
  int (*middle)[4] = grid + 1;
  assert((*middle)[3] == 13 && middle[1][0] == 20);
  const char *text = "loom";
  assert(text[2] == 'o' && *(text + 4) == '\0' && 3 [text] == 'm');
  ptrdiff_t back = first - last;
  assert(back == -11 && back < 0);
#ifdef WRONG
  assert(row_sum(grid) == 7);
#endif
  return 0;
}
