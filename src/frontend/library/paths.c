// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a path. There are two functions named basename: GNU's leaves the path alone, that of POSIX (<libgen.h>)
// may cut slashes off its end, as dirname does.
#include "heddle_builtins.h"

static const char here[] = ".";

static char* end_without_slashes(char* path, char* end) {
  while (end > path + 1 && end[-1] == '/') --end;
  return end;
}
static char* end_of(char* path) {
  while (*path != 0) ++path;
  return path;
}

char* basename(const char* path) {
  const char* last = path;
  for (const char* p = path; *p != 0; ++p)
    if (*p == '/') last = p + 1;
  return (char*)last;
}
char* __xpg_basename(char* path) {
  if (path == NULL || *path == 0) return (char*)here;
  char* last = end_of(path) - 1;
  char* end = end_without_slashes(path, last + 1);
  if (*end == '/') {
    if (end == path + 1 && *path == '/') return last;  // nothing but slashes
    *end = 0;
  } else if (end == path + 1 && *path == '/') {
    return path;
  }
  while (end > path && end[-1] != '/') --end;
  return end;
}
char* dirname(char* path) {
  if (path == NULL || *path == 0) return (char*)here;
  char* end = end_without_slashes(path, end_of(path));
  while (end > path && end[-1] != '/') --end;
  if (end == path) return (char*)here;
  end = end_without_slashes(path, end);
  if (end == path + 1 && path[0] == '/' && path[1] == '/' && path[2] != '/') ++end;  // two slashes mean something else
  *end = 0;
  return path;
}
