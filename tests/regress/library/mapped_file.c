// SPDX-License-Identifier: GPL-3.0-or-later
// A mapped file says anything, and mapping it may fail. A walk over a file tree shows some files; what else there is has no model.
// expect: unreach-call=true
// engines: explore
// variant: -DCONTENT => unreach-call=false
// variant: -DLONG => unreach-call=unknown
// reason: any size of a mapped file above eight bytes
// variant: -DTREE => unreach-call=false
// variant: -DWHOLE_TREE => unreach-call=unknown
// reason: more_files_in_a_directory
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/mman.h>

static int files;
static int look(const char *name, const struct stat *status, int flag, struct FTW *place) {
  assert(name[0] != 0 && place->level == 1);
  return ++files < 0;
}

int main(void) {
  int file = open("settings", O_RDONLY);
  if (file < 0) return 1;
#ifdef LONG
  size_t size = 4096;
#else
  size_t size = 4;
#endif
  char *content = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (content == MAP_FAILED) return 1;
  assert(content[0] == content[0]);
#ifdef CONTENT
  assert(content[3] != 'x');
#endif
  munmap(content, size);
#if defined(TREE) || defined(WHOLE_TREE)
  if (nftw(".", look, 4, 0) != 0) return 1;
#ifdef TREE
  assert(files < 2);
#endif
#endif
}
