// SPDX-License-Identifier: GPL-3.0-or-later
// flags: --property unreach-call
// verdict: false(unreach-call)
// shows: argc = 2
// shows: argv[1] = "ab"
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc == 2) assert(strcmp(argv[1], "ab") != 0);
}
