// SPDX-License-Identifier: GPL-3.0-or-later
// Files, pipes and sockets. A file or a peer says anything: every byte that is read is an input. A call may fail. Reads
// of more than eight bytes at a time end in a call without a model, so that nothing is proven about them. A pipe is a
// queue of bytes: who reads from an empty one waits. Standard input is what the user gave with --stdin, if he did.
#include "heddle_builtins.h"

enum { kDescriptors = 24, kPipes = 4, kRoom = 16, kLongest = 8 };
enum { EBADF = 9, EPIPE = 32 };
#define ANY_ERROR ((int)__heddle_Nondet(1, 133))
#define WORKS (__heddle_Nondet(0, 1) ? 0 : fail_with(ANY_ERROR))
typedef long ssize_t;

void __heddle_a_read_of_more_than_eight_bytes(void);  // no model: named in the answer
void __heddle_more_than_16_bytes_in_a_pipe(void);
void __heddle_more_than_four_pipes(void);
void __heddle_more_than_24_open_files(void);

// What the user gave as standard input; no size: nothing.
__attribute__((weak)) const char __heddle_given_input[1] = {0};
__attribute__((weak)) const ssize_t __heddle_given_size = -1;
static ssize_t taken;

static int next_given(void) {  // -1: the end
  __VERIFIER_atomic_begin();
  int c = taken < __heddle_given_size ? (unsigned char)__heddle_given_input[taken] : -1;
  if (c >= 0) ++taken;
  __VERIFIER_atomic_end();
  return c;
}

extern const void* const stdin;  // outside_world.c: clang would not ask for its value here
static int is_given(const void* stream) { return __heddle_given_size >= 0 && stream == stdin; }

#define ANY_CHARACTER_OR_END (__heddle_Nondet(0, 1) ? -1 : (int)__heddle_Nondet(0, 255))
int getchar(void) { return __heddle_given_size >= 0 ? next_given() : ANY_CHARACTER_OR_END; }
int getc(void* stream) { return is_given(stream) ? next_given() : ANY_CHARACTER_OR_END; }
int fgetc(void* stream) { return is_given(stream) ? next_given() : ANY_CHARACTER_OR_END; }

static char* given_line(char* line, int room) {
  int n = 0;
  for (int c = 0; n < room - 1 && c != '\n';) {
    if ((c = next_given()) < 0) break;
    line[n++] = (char)c;
  }
  if (n == 0 && room > 1) return NULL;
  line[n] = 0;
  return line;
}
char* fgets(char* line, int room, void* stream) {
  if (is_given(stream)) return given_line(line, room);
  unsigned n = __heddle_Nondet(0, kLongest + 1);  // none: the end of the file, or an error
  if (n == 0 || room < 1) return NULL;
  if (n > kLongest && room > kLongest + 1) __heddle_a_read_of_more_than_eight_bytes();
  if (n > (unsigned)room - 1) n = (unsigned)room - 1;
  for (unsigned i = 0; i < n; ++i) {
    line[i] = (char)__heddle_Nondet(0, 255);
    if (line[i] == '\n') n = i + 1;
  }
  line[n] = 0;
  return line;
}
size_t fread(void* block, size_t size, size_t count, void* stream) {
  unsigned char* to = block;
  size_t total = size * count, n = 0;
  if (is_given(stream)) {
    for (int c; n < total && (c = next_given()) >= 0; ++n) to[n] = (unsigned char)c;
    return size == 0 ? 0 : n / size;
  }
  unsigned most = __heddle_Nondet(0, kLongest + 1);
  if (most > kLongest && total > kLongest) __heddle_a_read_of_more_than_eight_bytes();
  for (; n < total && n < most; ++n) to[n] = (unsigned char)__heddle_Nondet(0, 255);
  return size == 0 ? 0 : n / size;
}

// A stream is an object of its own.
static void* open_stream(unsigned works, int error) {
  if (works) return __heddle_Malloc(1);
  __heddle_errno = error;
  return NULL;
}
void* fopen(const char* name, const char* mode) { return open_stream(__heddle_Nondet(0, 1), ANY_ERROR); }
void* fopen64(const char* name, const char* mode) { return open_stream(__heddle_Nondet(0, 1), ANY_ERROR); }
void* fdopen(int file, const char* mode) { return open_stream(__heddle_Nondet(0, 1), ANY_ERROR); }
void* tmpfile(void) { return open_stream(__heddle_Nondet(0, 1), ANY_ERROR); }
int feof(void* stream) { return (int)__heddle_Nondet(0, 1); }
int ferror(void* stream) { return (int)__heddle_Nondet(0, 1); }
int fseek(void* stream, long offset, int from) { return WORKS; }
long ftell(void* stream) { return __heddle_Nondet(0, 1) ? fail_with(ANY_ERROR) : (long)__heddle_Nondet(0, 0x7fffffff); }
int ungetc(int c, void* stream) { return c; }

// Descriptors: the lowest number that is free.
enum Kind { kFree, kFile, kReading, kWriting };
static char kind_of[kDescriptors], pipe_of[kDescriptors];
static struct {
  char used, readers, writers;
  unsigned char first, count, bytes[kRoom];
} pipes[kPipes];

static int new_descriptor(enum Kind kind) {  // inside a section
  int d = 3;
  while (d < kDescriptors && kind_of[d] != kFree) ++d;
  if (d == kDescriptors) {
    __heddle_more_than_24_open_files();
    d = 3;
  }
  kind_of[d] = (char)kind;
  return d;
}
static int open_file(unsigned works, int error) {
  if (!works) return fail_with(error);
  __VERIFIER_atomic_begin();
  int d = new_descriptor(kFile);
  __VERIFIER_atomic_end();
  return d;
}
int open(const char* name, int flags, ...) { return open_file(__heddle_Nondet(0, 1), ANY_ERROR); }
int open64(const char* name, int flags, ...) { return open_file(__heddle_Nondet(0, 1), ANY_ERROR); }
int creat(const char* name, unsigned mode) { return open_file(__heddle_Nondet(0, 1), ANY_ERROR); }
int socket(int domain, int type, int protocol) { return open_file(__heddle_Nondet(0, 1), ANY_ERROR); }
int accept(int socket, void* address, unsigned* size) { return open_file(__heddle_Nondet(0, 1), ANY_ERROR); }

int pipe(int ends[2]) {
  __VERIFIER_atomic_begin();
  int p = 0;
  while (p < kPipes && pipes[p].used) ++p;
  if (p == kPipes) {
    __heddle_more_than_four_pipes();
    p = 0;
  }
  pipes[p].used = pipes[p].readers = pipes[p].writers = 1;
  pipes[p].first = pipes[p].count = 0;
  int in = new_descriptor(kReading), out = new_descriptor(kWriting);
  pipe_of[in] = pipe_of[out] = (char)p;
  __VERIFIER_atomic_end();
  ends[0] = in;
  ends[1] = out;
  return 0;
}
int close(int file) {
  if (file >= 0 && file < 3) return 0;
  if (file < 0 || file >= kDescriptors) return fail_with(EBADF);
  __VERIFIER_atomic_begin();
  int kind = kind_of[file], p = pipe_of[file];
  kind_of[file] = kFree;
  if (kind == kReading) --pipes[p].readers;
  if (kind == kWriting) --pipes[p].writers;
  if (kind >= kReading && pipes[p].readers == 0 && pipes[p].writers == 0) pipes[p].used = 0;
  __VERIFIER_atomic_end();
  return kind == kFree ? fail_with(EBADF) : 0;
}

static ssize_t read_pipe(int p, unsigned char* to, size_t most) {
  unsigned char got[kRoom];
  unsigned n = 0;
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(pipes[p].count > 0 || pipes[p].writers == 0);
  while (n < most && pipes[p].count > 0) {
    got[n++] = pipes[p].bytes[pipes[p].first];
    pipes[p].first = (unsigned char)((pipes[p].first + 1) % kRoom);
    --pipes[p].count;
  }
  if (pipes[p].count == 0) pipes[p].first = 0;
  __VERIFIER_atomic_end();
  for (unsigned i = 0; i < n; ++i) to[i] = got[i];
  return (ssize_t)n;
}
static ssize_t write_pipe(int p, const unsigned char* from, size_t n) {
  unsigned char given[kRoom];
  if (n > kRoom) {
    __heddle_more_than_16_bytes_in_a_pipe();
    n = kRoom;
  }
  for (size_t i = 0; i < n; ++i) given[i] = from[i];
  __VERIFIER_atomic_begin();
  int broken = pipes[p].readers == 0, full = pipes[p].count + n > kRoom;
  for (size_t i = 0; i < n && !broken && !full; ++i)
    pipes[p].bytes[(pipes[p].first + pipes[p].count++) % kRoom] = given[i];
  __VERIFIER_atomic_end();
  if (full && !broken) __heddle_more_than_16_bytes_in_a_pipe();
  return broken ? fail_with(EPIPE) : (ssize_t)n;  // and SIGPIPE, which does not arrive
}

static ssize_t receive(unsigned char* to, size_t room, unsigned n,
                       int error) {  // n: 0 the end, above kLongest an error
  if (n == kLongest + 1) return fail_with(error);
  if (n > kLongest && room > kLongest) __heddle_a_read_of_more_than_eight_bytes();
  if (n > room) n = (unsigned)room;
  for (unsigned i = 0; i < n && i < kLongest; ++i) to[i] = (unsigned char)__heddle_Nondet(0, 255);
  return (ssize_t)n;
}
ssize_t read(int file, void* block, size_t room) {
  unsigned char* to = block;
  if (file == 0 && __heddle_given_size >= 0) {
    size_t n = 0;
    for (int c; n < room && (c = next_given()) >= 0; ++n) to[n] = (unsigned char)c;
    return (ssize_t)n;
  }
  if (file < 0 || file >= kDescriptors) return fail_with(EBADF);
  __VERIFIER_atomic_begin();
  int kind = kind_of[file], p = pipe_of[file];
  __VERIFIER_atomic_end();
  if (kind == kReading) return read_pipe(p, to, room);
  if (kind == kWriting || (kind == kFree && file > 2)) return fail_with(EBADF);
  return receive(to, room, __heddle_Nondet(0, kLongest + 2), ANY_ERROR);
}
ssize_t recv(int socket, void* block, size_t room, int flags) {
  return receive(block, room, __heddle_Nondet(0, kLongest + 2), ANY_ERROR);
}
static void look(const char* from, size_t n) {
  char seen;
  for (size_t i = 0; i < n; ++i) seen = from[i];
  (void)seen;
}
static ssize_t send_some(size_t n, unsigned how, unsigned part, int error) {  // all of it, a part, an error
  if (how == 0) return (ssize_t)n;
  if (how == 1) return fail_with(error);
  return part < n ? (ssize_t)part : (ssize_t)n;
}
ssize_t write(int file, const void* block, size_t n) {
  if (file > 2 && file < kDescriptors) {
    __VERIFIER_atomic_begin();
    int kind = kind_of[file], p = pipe_of[file];
    __VERIFIER_atomic_end();
    if (kind == kWriting) return write_pipe(p, block, n);
    if (kind == kReading || kind == kFree) return fail_with(EBADF);
  }
  look(block, n);
  return send_some(n, __heddle_Nondet(0, 2), __heddle_Nondet(0, 0x7fffffff), ANY_ERROR);
}
ssize_t send(int socket, const void* block, size_t n, int flags) {
  look(block, n);
  return send_some(n, __heddle_Nondet(0, 2), __heddle_Nondet(0, 0x7fffffff), ANY_ERROR);
}

int bind(int socket, const void* address, unsigned size) { return WORKS; }
int listen(int socket, int backlog) { return WORKS; }
int connect(int socket, const void* address, unsigned size) { return WORKS; }
int shutdown(int socket, int how) { return WORKS; }
int setsockopt(int socket, int level, int name, const void* value, unsigned size) { return WORKS; }
int fsync(int file) { return WORKS; }
int ftruncate(int file, long size) { return WORKS; }
int fcntl(int file, int command, ...) {
  return __heddle_Nondet(0, 1) ? fail_with(ANY_ERROR) : (int)__heddle_Nondet(0, 0x7fffffff);
}
int isatty(int file) { return (int)__heddle_Nondet(0, 1); }
int unlink(const char* name) { return WORKS; }
int remove(const char* name) { return WORKS; }
int mkdir(const char* name, unsigned mode) { return WORKS; }
int access(const char* name, int mode) { return WORKS; }
long lseek(int file, long offset, int from) {
  return __heddle_Nondet(0, 1) ? fail_with(ANY_ERROR) : (long)__heddle_Nondet(0, 0x7fffffff);
}
unsigned short htons(unsigned short n) { return (unsigned short)(n << 8 | n >> 8); }
unsigned short ntohs(unsigned short n) { return (unsigned short)(n << 8 | n >> 8); }
unsigned htonl(unsigned n) { return __builtin_bswap32(n); }
unsigned ntohl(unsigned n) { return __builtin_bswap32(n); }

// What there is to know about a file: anything.
#define ANY_STATUS                                                      \
  enum { kWords = (sizeof(long) == 8 ? 144 : 88) / 4 };                 \
  if (!__heddle_Nondet(0, 1)) return fail_with(ANY_ERROR);              \
  for (int i = 0; i < kWords; ++i) status[i] = __heddle_Nondet(0, ~0U); \
  return 0
int stat(const char* name, unsigned* status) { ANY_STATUS; }
int lstat(const char* name, unsigned* status) { ANY_STATUS; }
int fstat(int file, unsigned* status) { ANY_STATUS; }

// Numbers and characters from a file. What else scanf knows has no model.
typedef __builtin_va_list va_list;
void __heddle_conversion_of_scanf(void);  // no model: named in the answer

static int given_number(long long* number) {  // 1: there is one, 0: something else, -1: the end
  __VERIFIER_atomic_begin();
  ssize_t at = taken;
  while (at < __heddle_given_size &&
         (__heddle_given_input[at] == ' ' || (__heddle_given_input[at] >= '\t' && __heddle_given_input[at] <= '\r')))
    ++at;
  int end = at >= __heddle_given_size, negative = !end && __heddle_given_input[at] == '-', found = 0;
  if (!end && (negative || __heddle_given_input[at] == '+')) ++at;
  long long n = 0;
  for (; at < __heddle_given_size && __heddle_given_input[at] >= '0' && __heddle_given_input[at] <= '9'; ++at) {
    n = n * 10 + (__heddle_given_input[at] - '0');
    found = 1;
  }
  taken = at;
  __VERIFIER_atomic_end();
  *number = negative ? -n : n;
  return found ? 1 : end ? -1 : 0;
}
static void store(void* where, int longs, long long number) {
  if (longs < 0)
    *(short*)where = (short)number;
  else if (longs == 0)
    *(int*)where = (int)number;
  else if (longs == 1)
    *(long*)where = (long)number;
  else
    *(long long*)where = number;
}
// `drawn` and `any` are one input each for every conversion.
#define SCAN(given)                                                                                               \
  int converted = 0;                                                                                              \
  for (; *f != 0; ++f) {                                                                                          \
    if (*f != '%') {                                                                                              \
      if (*f != ' ' && *f != '\t' && *f != '\n' && (given)) __heddle_conversion_of_scanf();                       \
      continue;                                                                                                   \
    }                                                                                                             \
    int longs = 0;                                                                                                \
    for (++f; *f == 'l' || *f == 'h' || *f == 'z' || *f == 'j'; ++f) longs += *f == 'h' ? -1 : *f == 'j' ? 2 : 1; \
    long long number = 0;                                                                                         \
    int there = 1;                                                                                                \
    if ((*f == 'd' || *f == 'u') && (given))                                                                      \
      there = given_number(&number);                                                                              \
    else if ((*f == 'd' || *f == 'u' || *f == 'i' || *f == 'x') && !(given))                                      \
      there = (int)__heddle_Nondet(0, 2) - 1;                                                                     \
    else                                                                                                          \
      __heddle_conversion_of_scanf();                                                                             \
    if (there <= 0) {                                                                                             \
      if (converted == 0) converted = there;                                                                      \
      break;                                                                                                      \
    }                                                                                                             \
    if (!(given))                                                                                                 \
      number = longs > 1 || (longs == 1 && sizeof(long) == 8) ? (long long)__heddle_NondetLong(0, ~0ULL)          \
                                                              : (int)__heddle_Nondet(0, ~0U);                     \
    store(__builtin_va_arg(args, void*), longs, number);                                                          \
    ++converted;                                                                                                  \
  }
#define SCAN_ARGUMENTS(given)  \
  va_list args;                \
  __builtin_va_start(args, f); \
  SCAN(given)                  \
  __builtin_va_end(args);      \
  return converted
int scanf(const char* f, ...) { SCAN_ARGUMENTS(__heddle_given_size >= 0); }
int __isoc99_scanf(const char* f, ...) { SCAN_ARGUMENTS(__heddle_given_size >= 0); }
int __isoc23_scanf(const char* f, ...) { SCAN_ARGUMENTS(__heddle_given_size >= 0); }
int fscanf(void* stream, const char* f, ...) { SCAN_ARGUMENTS(is_given(stream)); }
int __isoc99_fscanf(void* stream, const char* f, ...) { SCAN_ARGUMENTS(is_given(stream)); }
int __isoc23_fscanf(void* stream, const char* f, ...) { SCAN_ARGUMENTS(is_given(stream)); }

unsigned getuid(void) { return __heddle_Nondet(0, ~0U); }
unsigned geteuid(void) { return __heddle_Nondet(0, ~0U); }
unsigned getgid(void) { return __heddle_Nondet(0, ~0U); }
int chdir(const char* name) { return WORKS; }
int chmod(const char* name, unsigned mode) { return WORKS; }
int rename(const char* from, const char* to) { return WORKS; }
