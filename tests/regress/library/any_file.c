// SPDX-License-Identifier: GPL-3.0-or-later
// A file may be missing, be empty, and say anything.
// expect: unreach-call=true
// variant: -DMISSING => unreach-call=false
// variant: -DCONTENT => unreach-call=false
// variant: -DLONG => unreach-call=unknown
// reason: more than eight bytes
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  FILE *f = fopen("settings", "r");
#ifdef MISSING
  assert(f != NULL);
#endif
  if (f == NULL) {
    fprintf(stderr, "settings: %s\n", strerror(errno));
    return 1;
  }
#ifdef LONG
  char line[80];
#else
  char line[6];
#endif
  if (fgets(line, sizeof line, f) == NULL) return 1;
#ifdef CONTENT
  assert(strcmp(line, "yes\n") != 0);
#endif
  assert(strlen(line) < sizeof line);
  fclose(f);
  struct stat s;
  int fd = open("settings", O_RDONLY);
  if (fd < 0 || fstat(fd, &s) != 0) return 1;
  char c;
  ssize_t n = read(fd, &c, 1);
  assert(n >= -1 && n <= 1);
  assert(close(fd) == 0 || errno != EBADF);
  assert(close(fd) == -1 && errno == EBADF);
  return 0;
}
