// SPDX-License-Identifier: GPL-3.0-or-later
// Directories: any entries, any number of them. The entry that readdir gives is in the stream, so that two calls for
// one stream race, and closedir ends it.
#include "heddle_builtins.h"

enum { kLongest = 8, kName = 256 };
#define ANY_WORD \
  (sizeof(long) == 8 ? (unsigned long)__heddle_NondetLong(0, ~0ULL) : (unsigned long)__heddle_Nondet(0, ~0U))

struct Entry {
  unsigned long number;
  long offset;
  unsigned short size;
  unsigned char type;
  char name[kName];
};
unsigned __heddle_any_length_of_a_name_of_more_than_eight_characters(void);
void __heddle_Free(void* block);

static struct Entry* open_stream(unsigned works, int error) {
  struct Entry* stream = works ? __heddle_Malloc(sizeof *stream) : NULL;
  if (stream == NULL) __heddle_errno = works ? ENOMEM : error;
  return stream;
}
struct Entry* opendir(const char* name) {
  if (!text_from_outside(name))
    for (const char* p = name; *p != 0; ++p) {}
  return open_stream(__heddle_Nondet(0, 1), (int)__heddle_Nondet(1, 133));
}
struct Entry* fdopendir(int file) { return open_stream(__heddle_Nondet(0, 1), (int)__heddle_Nondet(1, 133)); }
#define ANY_ENTRY                                                                   \
  stream->number = ANY_WORD;                                                        \
  stream->offset = (long)ANY_WORD;                                                  \
  stream->size = (unsigned short)__heddle_Nondet(0, 65535);                         \
  stream->type = (unsigned char)__heddle_Nondet(0, 255);                            \
  unsigned n = __heddle_Nondet(1, kLongest + 1);                                    \
  if (n > kLongest) {                                                               \
    unsigned more = __heddle_any_length_of_a_name_of_more_than_eight_characters();  \
    n = more > n ? more : n;                                                        \
    if (n > kName - 1) n = kName - 1;                                               \
  }                                                                                 \
  for (unsigned i = 0; i < n; ++i) stream->name[i] = (char)__heddle_Nondet(1, 255); \
  stream->name[n] = 0
struct Entry* readdir(struct Entry* stream) {
  if (__heddle_Nondet(0, 1)) {  // the end, or an error
    stream->offset = 0;
    if (__heddle_Nondet(0, 1)) __heddle_errno = (int)__heddle_Nondet(1, 133);
    return NULL;
  }
  ANY_ENTRY;
  return stream;
}
#if __SIZEOF_LONG__ == 8  // the same there; for 32 bits struct dirent64 is another one
struct Entry* readdir64(struct Entry* stream) {
  if (__heddle_Nondet(0, 1)) {
    stream->offset = 0;
    if (__heddle_Nondet(0, 1)) __heddle_errno = (int)__heddle_Nondet(1, 133);
    return NULL;
  }
  ANY_ENTRY;
  return stream;
}
#endif
void rewinddir(struct Entry* stream) { stream->offset = 0; }
int dirfd(struct Entry* stream) {
  return __heddle_Nondet(0, 1) ? (int)__heddle_Nondet(3, 0x7fffffff) : fail_with((int)__heddle_Nondet(1, 133));
}
int closedir(struct Entry* stream) {
  __heddle_Free(stream);
  return __heddle_Nondet(0, 1) ? 0 : fail_with((int)__heddle_Nondet(1, 133));
}
