// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true valid-memsafety=unknown
// flags: --args "one 'two words' \"\" back\\ slash"
// engines: auto; explore; bmc-order
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  assert(argc == 5);
  assert(argv[argc] == NULL);
  assert(strcmp(argv[1], "one") == 0);
  assert(strcmp(argv[2], "two words") == 0);
  assert(strcmp(argv[3], "") == 0);
  assert(strcmp(argv[4], "back slash") == 0);
  argv[1][0] = 'O';
  assert(argv[1][0] == 'O');
  return 0;
}
