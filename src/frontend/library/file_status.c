// SPDX-License-Identifier: GPL-3.0-or-later
// Files by their names: what there is to know about them is anything that a file system may say, and every change of
// them may fail. Nothing here has an effect on the program.
#include "heddle_builtins.h"

#define ANY_ERROR ((int)__heddle_Nondet(1, 133))
#define WORKS (__heddle_Nondet(0, 1) ? 0 : fail_with(ANY_ERROR))

int isatty(int file) { return (int)__heddle_Nondet(0, 1); }
int unlink(const char* name) { return WORKS; }
int remove(const char* name) { return WORKS; }
int rename(const char* from, const char* to) { return WORKS; }
int link(const char* from, const char* to) { return WORKS; }
int symlink(const char* from, const char* to) { return WORKS; }
int mkdir(const char* name, unsigned mode) { return WORKS; }
int rmdir(const char* name) { return WORKS; }
int access(const char* name, int mode) { return WORKS; }
int chdir(const char* name) { return WORKS; }
int chmod(const char* name, unsigned mode) { return WORKS; }
int fchmod(int file, unsigned mode) { return WORKS; }
int chown(const char* name, unsigned user, unsigned group) { return WORKS; }
int fchown(int file, unsigned user, unsigned group) { return WORKS; }
int truncate(const char* name, long size) { return WORKS; }
int flock(int file, int operation) { return WORKS; }  // between processes: the threads of one share the lock
int fdatasync(int file) { return WORKS; }
void sync(void) {}
int posix_fadvise(int file, long offset, long size, int advice) { return (int)__heddle_Nondet(0, 133); }
int posix_fallocate(int file, long offset, long size) { return (int)__heddle_Nondet(0, 133); }
unsigned umask(unsigned mask) { return __heddle_Nondet(0, 0777); }

// struct stat, as glibc has it for each data model.
typedef struct {
  long seconds, nanoseconds;
} Time;
#if __SIZEOF_LONG__ == 8
typedef struct {
  unsigned long device, number, links;
  unsigned mode, user, group, unused;
  unsigned long special_device;
  long size, size_of_block, blocks;
  Time read, written, changed;
  long reserved[3];
} Status;
_Static_assert(sizeof(Status) == 144, "struct stat");
#else
typedef struct {
  unsigned long long device;
  unsigned unused, number, mode, links, user, group;
  unsigned long long special_device;
  unsigned more_unused;
  int size, size_of_block, blocks;
  Time read, written, changed;
  int reserved[2];
} Status;
_Static_assert(sizeof(Status) == 88, "struct stat");
#endif
#define ANY_WORD \
  (sizeof(long) == 8 ? (unsigned long)__heddle_NondetLong(0, ~0ULL) : (unsigned long)__heddle_Nondet(0, ~0U))
#define ANY_SIZE (sizeof(long) == 8 ? (long)__heddle_NondetLong(0, ~0ULL >> 1) : (long)__heddle_Nondet(0, 0x7fffffff))
#define ANY_TIME(time)       \
  (time).seconds = ANY_WORD; \
  (time).nanoseconds = (long)__heddle_Nondet(0, 999999999)
#define ANY_CONTENT(status)                                   \
  (status)->device = __heddle_NondetLong(0, ~0ULL);           \
  (status)->number = ANY_WORD;                                \
  (status)->links = ANY_WORD;                                 \
  (status)->mode = __heddle_Nondet(0, 0xffff);                \
  (status)->user = __heddle_Nondet(0, ~0U);                   \
  (status)->group = __heddle_Nondet(0, ~0U);                  \
  (status)->special_device = __heddle_NondetLong(0, ~0ULL);   \
  (status)->size = ANY_SIZE;                                  \
  (status)->size_of_block = (int)__heddle_Nondet(1, 1 << 30); \
  (status)->blocks = ANY_SIZE;                                \
  ANY_TIME((status)->read);                                   \
  ANY_TIME((status)->written);                                \
  ANY_TIME((status)->changed);                                \
  (status)->unused = 0
#define ANY_STATUS                                         \
  if (!__heddle_Nondet(0, 1)) return fail_with(ANY_ERROR); \
  ANY_CONTENT(status);                                     \
  return 0
int stat(const char* name, Status* status) { ANY_STATUS; }
int lstat(const char* name, Status* status) { ANY_STATUS; }
int fstat(int file, Status* status) { ANY_STATUS; }
int __xstat(int version, const char* name, Status* status) { ANY_STATUS; }
int __lxstat(int version, const char* name, Status* status) { ANY_STATUS; }
int __fxstat(int version, int file, Status* status) { ANY_STATUS; }

// A file tree: up to two files are shown, and what else there may be has no model.
void __heddle_more_files_in_a_directory(void);  // no model: named in the answer
#define WALK(call)                                        \
  Status status;                                          \
  unsigned files = __heddle_Nondet(0, 3);                 \
  if (__heddle_Nondet(0, 1)) return fail_with(ANY_ERROR); \
  if (files == 3) __heddle_more_files_in_a_directory();   \
  ANY_CONTENT(&status);                                   \
  for (unsigned i = 0; i < files && i < 2; ++i) {         \
    int stop = call;                                      \
    if (stop != 0) return stop;                           \
  }                                                       \
  return 0
int ftw(const char* root, int (*f)(const char*, const void*, int), int most) {
  WALK(f(i == 0 ? "a" : "b", &status, 0));
}
int nftw(const char* root, int (*f)(const char*, const void*, int, int*), int most, int flags) {
  int place[2] = {0, 1};
  WALK(f(i == 0 ? "a" : "b", &status, 0, place));
}
#if __SIZEOF_LONG__ == 8  // the same there; for 32 bits struct stat64 is another one
int stat64(const char* name, Status* status) { ANY_STATUS; }
int lstat64(const char* name, Status* status) { ANY_STATUS; }
int fstat64(int file, Status* status) { ANY_STATUS; }
int ftw64(const char* root, int (*f)(const char*, const void*, int), int most) {
  WALK(f(i == 0 ? "a" : "b", &status, 0));
}
int nftw64(const char* root, int (*f)(const char*, const void*, int, int*), int most, int flags) {
  int place[2] = {0, 1};
  WALK(f(i == 0 ? "a" : "b", &status, 0, place));
}
#endif
