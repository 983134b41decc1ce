// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// reason: more than 64 MiB
#include <stdlib.h>

int main(void) {
  char *block = malloc(65u << 20);
  block[0] = 1;
  free(block);
}
