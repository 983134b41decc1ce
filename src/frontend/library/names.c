// SPDX-License-Identifier: GPL-3.0-or-later
// Names and random bytes that the system gives: any texts and any bytes. A search looks at up to eight of them; behind
// longer ones it proves nothing, and an analysis goes on.
#include "heddle_builtins.h"

enum { kLongest = 8, ENAMETOOLONG = 36 };
typedef long ssize_t;
unsigned __heddle_any_length_of_a_name_of_more_than_eight_characters(void);
unsigned __heddle_any_number_of_random_bytes_above_eight(void);

static unsigned length(unsigned n) {
  if (n <= kLongest) return n;
  unsigned more = __heddle_any_length_of_a_name_of_more_than_eight_characters();
  return more > n ? more : n;
}
static void give(char* to, unsigned n, size_t room) {  // and its end, if there is room
  if (n > room) n = (unsigned)room;
  for (unsigned i = 0; i < n; ++i) to[i] = (char)__heddle_Nondet(1, 255);
  if (n < room) to[n] = 0;
}

int gethostname(char* name, size_t room) {
  unsigned n = length(__heddle_Nondet(0, kLongest + 1));
  give(name, n, room);
  return n < room ? 0 : fail_with(ENAMETOOLONG);
}
char* getcwd(char* path, size_t room) {
  unsigned n = length(__heddle_Nondet(1, kLongest + 1));
  if (__heddle_Nondet(0, 1)) n = 0;
  if (path == NULL && n > 0) path = __heddle_Malloc(room = room > 0 ? room : n + 1);
  if (path == NULL || n == 0 || n >= room) {
    __heddle_errno = n == 0 ? (int)__heddle_Nondet(1, 133) : ERANGE;
    return NULL;
  }
  give(path, n, room);
  return path;
}
ssize_t readlink(const char* path, char* to, size_t room) {
  if (__heddle_Nondet(0, 1)) return fail_with((int)__heddle_Nondet(1, 133));
  unsigned n = length(__heddle_Nondet(1, kLongest + 1));
  give(to, n, n < room ? n : room);
  return n < room ? (ssize_t)n : (ssize_t)room;
}

// A path without links, in a block of its own if the caller has none.
char* realpath(const char* path, char* to) {
  enum { kPath = 4096 };
  if (path == NULL) {
    __heddle_errno = EINVAL;
    return NULL;
  }
  if (!text_from_outside(path))
    for (const char* p = path; *p != 0; ++p) {}
  if (__heddle_Nondet(0, 1)) {
    __heddle_errno = (int)__heddle_Nondet(1, 133);
    return NULL;
  }
  unsigned n = length(__heddle_Nondet(0, kLongest + 1));
  if (n > kPath - 2) n = kPath - 2;
  if (to == NULL) to = __heddle_Malloc(n + 2);
  if (to == NULL) {
    __heddle_errno = ENOMEM;
    return NULL;
  }
  to[0] = '/';
  for (unsigned i = 0; i < n; ++i) to[i + 1] = (char)__heddle_Nondet(1, 255);
  to[n + 1] = 0;
  return to;
}

// struct utsname
enum { kTextsOfSystem = 6, kRoom = 65 };
int uname(char texts[kTextsOfSystem][kRoom]) {
  unsigned n = length(__heddle_Nondet(0, 1) ? kLongest : kLongest + 1);  // of the longest; a 0 ends a text before
  for (int k = 0; k < kTextsOfSystem; ++k) {
    __builtin_memset(texts[k], 0, kRoom);
    for (unsigned i = 0; i < n && i + 1 < kRoom; ++i) texts[k][i] = (char)__heddle_Nondet(0, 255);
  }
  return 0;
}

static void give_bytes(unsigned char* to, size_t n) {
  size_t most = kLongest;
  if (n > most) {  // all are given: a search looks at the last one before it stops
    volatile unsigned char* last = to + n - 1;
    *last = (unsigned char)__heddle_Nondet(0, 255);
    (void)*last;  // a step of its own
    most = __heddle_any_number_of_random_bytes_above_eight();
  }
  for (size_t i = 0; i < n && i < most; ++i) to[i] = (unsigned char)__heddle_Nondet(0, 255);
}
int getentropy(void* block, size_t n) {
  enum { kMost = 256, EIO = 5 };
  if (n > kMost) return fail_with(EIO);
  give_bytes(block, n);
  return 0;
}
ssize_t getrandom(void* block, size_t n, unsigned flags) {
  if (__heddle_Nondet(0, 1)) return fail_with((int)__heddle_Nondet(1, 133));
  give_bytes(block, n);
  return (ssize_t)n;
}
