// SPDX-License-Identifier: GPL-3.0-or-later
// getopt and getopt_long do what the GNU C library does.
// expect: unreach-call=true
// flags: --args "-a file -bvalue -c 7 --size=3 --verb -- -d rest"
// engines: auto; explore
#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  static int verbose;
  static const struct option all[] = {
      {"size", required_argument, NULL, 's'}, {"verbose", no_argument, &verbose, 1}, {NULL, 0, NULL, 0}};
  int seen = 0;
  for (int c; (c = getopt_long(argc, argv, "ab:c:", all, NULL)) != -1;) {
    switch (c) {
      case 'a': seen |= 1; break;
      case 'b': seen |= strcmp(optarg, "value") == 0 ? 2 : 0; break;
      case 'c': seen |= atoi(optarg) == 7 ? 4 : 0; break;
      case 's': seen |= atoi(optarg) == 3 ? 8 : 0; break;
      case 0: seen |= verbose ? 16 : 0; break;
      default: assert(0);
    }
  }
  assert(seen == 31);
  assert(argc - optind == 3);
  assert(strcmp(argv[optind], "file") == 0);
  assert(strcmp(argv[optind + 1], "-d") == 0);
  assert(strcmp(argv[optind + 2], "rest") == 0);
  return 0;
}
