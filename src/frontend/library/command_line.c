// SPDX-License-Identifier: GPL-3.0-or-later
// getopt and getopt_long as the GNU C library has them: options may stand behind other arguments, which are moved to
// the end. Messages about wrong options are output and nothing else.
#include "heddle_builtins.h"

char* optarg;
int optind = 1, opterr = 1, optopt = '?';

struct Option {
  const char* name;
  int has_argument;  // 0: no, 1: yes, 2: perhaps
  int* flag;
  int value;
};

static char* __heddle_the_state_of_getopt;  // -abc
static int skipped;  // arguments between optind and the rest of the command line that are no options

// Argument `from` moves forward to `to`.
static void move(char** argv, int from, int to) {
  char* moved = argv[from];
  for (; from > to; --from) argv[from] = argv[from - 1];
  argv[to] = moved;
}
static int starts_option(const char* s) { return s[0] == '-' && s[1] != 0; }

// The next argument of an option that stands alone, or NULL.
static char* next_argument(int argc, char** argv) {
  if (optind + skipped >= argc) return NULL;
  move(argv, optind + skipped, optind);
  return argv[optind++];
}
static int missing(int option, const char* letters) {
  optopt = option;
  return *letters == ':' ? ':' : '?';
}

static int short_option(int argc, char** argv, const char* letters) {
  char c = *__heddle_the_state_of_getopt++;
  const char* known = letters;
  while (*known != 0 && (*known != c || c == ':' || c == ';')) ++known;
  if (*__heddle_the_state_of_getopt == 0) ++optind;
  if (*known == 0) {
    optopt = c;
    return '?';
  }
  optarg = NULL;
  if (known[1] != ':') return c;
  if (*__heddle_the_state_of_getopt != 0) {
    optarg = __heddle_the_state_of_getopt;
    __heddle_the_state_of_getopt = NULL;
    ++optind;
  } else if (known[2] != ':') {
    __heddle_the_state_of_getopt = NULL;
    optarg = next_argument(argc, argv);
    if (optarg == NULL) return missing(c, letters);
  }
  return c;
}

// How much of the name the text begins with: 0 not, 1 in part, 2 the whole name; the text ends at `=`.
static int matches(const char* text, const char* name) {
  for (; *text != 0 && *text != '='; ++text, ++name)
    if (*text != *name) return 0;
  return *name == 0 ? 2 : 1;
}
static int long_option(int argc, char** argv, const char* text, const char* letters, const struct Option* all,
                       int* index) {
  int found = -1, ambiguous = 0;
  for (int k = 0; all[k].name != NULL; ++k) {
    int how = matches(text, all[k].name);
    if (how == 2) {
      found = k;
      ambiguous = 0;
      break;
    }
    if (how == 1 && found >= 0 &&
        (all[found].has_argument != all[k].has_argument || all[found].flag != all[k].flag ||
         all[found].value != all[k].value))
      ambiguous = 1;
    if (how == 1 && found < 0) found = k;
  }
  ++optind;
  optopt = 0;
  if (found < 0 || ambiguous) return '?';
  const struct Option* option = &all[found];
  while (*text != 0 && *text != '=') ++text;
  optarg = NULL;
  if (*text == '=' && option->has_argument == 0) {
    optopt = option->value;
    return '?';
  }
  if (*text == '=') {
    optarg = (char*)text + 1;
  } else if (option->has_argument == 1) {
    optarg = next_argument(argc, argv);
    if (optarg == NULL) return missing(option->value, letters);
  }
  if (index != NULL) *index = found;
  if (option->flag == NULL) return option->value;
  *option->flag = option->value;
  return 0;
}

static int next_option(int argc, char** argv, const char* letters, const struct Option* all, int* index) {
  int stops = *letters == '+', takes_others = *letters == '-';
  if (stops || takes_others) ++letters;
  if (optind == 0) {
    optind = 1;
    __heddle_the_state_of_getopt = NULL;
  }
  if (__heddle_the_state_of_getopt != NULL && *__heddle_the_state_of_getopt != 0)
    return short_option(argc, argv, letters);
  int at = optind;
  while (at < argc && !starts_option(argv[at]) && !stops && !takes_others) ++at;
  if (at >= argc) return -1;
  if (!starts_option(argv[at])) {
    if (stops) return -1;
    optarg = argv[optind++];
    return 1;
  }
  skipped = at - optind;
  move(argv, at, optind);
  char* text = argv[optind];
  if (text[1] == '-' && text[2] == 0) {
    ++optind;
    return -1;
  }
  if (text[1] == '-' && all != NULL) return long_option(argc, argv, text + 2, letters, all, index);
  __heddle_the_state_of_getopt = text + 1;
  return short_option(argc, argv, letters);
}

int getopt(int argc, char** argv, const char* letters) { return next_option(argc, argv, letters, NULL, NULL); }
int __posix_getopt(int argc, char** argv, const char* letters) { return next_option(argc, argv, letters, NULL, NULL); }
int getopt_long(int argc, char** argv, const char* letters, const struct Option* all, int* index) {
  return next_option(argc, argv, letters, all, index);
}
