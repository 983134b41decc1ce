// SPDX-License-Identifier: GPL-3.0-or-later
// Any entries; the entry is in the stream, so two threads need one each.
// expect: unreach-call=unknown no-data-race=true
// reason: any length of a name of more than eight characters
// variant: -DONE_STREAM => no-data-race=false
// variant: -DNAME => unreach-call=unknown
// variant: -DCLOSED => valid-memsafety=false
#include <assert.h>
#include <dirent.h>
#include <pthread.h>
#include <string.h>

static DIR *shared;

static void *list(void *unused) {
#ifdef ONE_STREAM
  if (shared) readdir(shared);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  DIR *stream = shared = opendir(".");
  if (!stream) return 1;
  pthread_create(&t, NULL, list, NULL);
  struct dirent *entry = readdir(stream);
  assert(entry == NULL || entry->d_name[0] != 0);
#ifdef NAME
  assert(entry == NULL || strlen(entry->d_name) < 9);
#endif
  pthread_join(t, NULL);
  closedir(stream);
#ifdef CLOSED
  readdir(stream);
#endif
  return 0;
}
