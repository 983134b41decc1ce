// SPDX-License-Identifier: GPL-3.0-or-later
// Descriptors: files, pipes, sockets and counters (eventfd). A file or a peer says anything: every byte that is read is
// an input. A call may fail. A pipe is a queue of bytes: who reads from an empty one waits, as does who reads a counter
// at 0. Standard input is what the user gave with --stdin, if he did.
#include "given_input.h"

enum { kDescriptors = 24, kPipes = 4, kRoom = 16 };
enum { EBADF = 9, EPIPE = 32 };
// No models: named in the answer.
unsigned __heddle_any_descriptor_above_24_open_files(void);
void __heddle_more_than_16_bytes_in_a_pipe(void);
void __heddle_more_than_four_pipes(void);
void __heddle_more_than_24_open_files(void);
void __heddle_address_of_a_peer(void);
void __heddle_standard_input_as_stream_and_as_descriptor(void);

// Descriptors: the lowest number that is free.
enum Kind { kFree, kFile, kPoller, kReading, kWriting, kCounter };  // kPoller: of epoll
static char kind_of[kDescriptors] = {kFile, kFile, kFile}, pipe_of[kDescriptors], has_copies[kDescriptors];
static struct {
  char used, readers, writers;
  unsigned char first, count, bytes[kRoom];
} ordering_pipes[kPipes];
enum { kCounters = 4, kSemaphore = 1, kAtOnce = 04000 };
static struct {
  char users, flags;
  unsigned long long count;
} ordering_counters[kCounters];  // pipe_of tells which one

void __heddle_stream_of_a_pipe(void);  // no model: named in the answer
void* fdopen(int file, const char* mode) {
  if (file > 2 && file < kDescriptors) {
    __VERIFIER_atomic_begin();
    int kind = kind_of[file];
    __VERIFIER_atomic_end();
    if (kind >= kReading) __heddle_stream_of_a_pipe();
  }
  if (__heddle_Nondet(0, 1)) return __heddle_Malloc(1);  // a stream is an object of its own
  __heddle_errno = ANY_ERROR;
  return NULL;
}
static int used_above;
static int above_the_table(int file) {
  __VERIFIER_atomic_begin();
  int above = used_above && file >= kDescriptors;
  __VERIFIER_atomic_end();
  return above;
}
static int new_descriptor(enum Kind kind) {  // inside a section
  int d = 0;
  while (d < kDescriptors && kind_of[d] != kFree) ++d;
  if (d < kDescriptors) {
    kind_of[d] = (char)kind;
    has_copies[d] = 0;
    return d;
  }
  if (kind == kFile) {
    used_above = 1;
    d = (int)__heddle_any_descriptor_above_24_open_files();
    return d < kDescriptors ? kDescriptors : d;
  }
  __heddle_more_than_24_open_files();
  kind_of[3] = (char)kind;
  return 3;
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
int openat(int folder, const char* name, int flags, ...) { return open_file(__heddle_Nondet(0, 1), ANY_ERROR); }
int mkstemp(char* name) {  // puts six characters in place of the X at the end
  enum { kLetters = 6 };
  size_t n = 0;
  while (name[n] != 0) ++n;
  for (size_t i = 1; i <= kLetters; ++i)
    if (n < kLetters || name[n - i] != 'X') return fail_with(EINVAL);
  for (size_t i = 1; i <= kLetters; ++i) name[n - i] = (char)__heddle_Nondet('0', 'z');
  return open_file(__heddle_Nondet(0, 1), ANY_ERROR);
}
int socket(int domain, int type, int protocol) { return open_file(__heddle_Nondet(0, 1), ANY_ERROR); }
// In words, as a program reads them: family, port, address.
#define ANY_ADDRESS                                                                                          \
  enum { kAddress = 28, kPort = 2, kHost = 4 };                                                              \
  if (address != NULL) {                                                                                     \
    unsigned room = *size < kAddress ? *size : kAddress, i = 0;                                              \
    for (; i < kHost && i + kPort <= room; i += kPort)                                                       \
      *(unsigned short*)(address + i) = (unsigned short)__heddle_Nondet(0, 65535);                           \
    for (; i >= kHost && i + kHost <= room; i += kHost) *(unsigned*)(address + i) = __heddle_Nondet(0, ~0U); \
    for (; i < room; ++i) address[i] = (unsigned char)__heddle_Nondet(0, 255);                               \
    *size = __heddle_Nondet(0, 128);                                                                         \
  }
int accept(int socket, unsigned char* address, unsigned* size) {
  ANY_ADDRESS
  return open_file(__heddle_Nondet(0, 1), ANY_ERROR);
}
int accept4(int socket, unsigned char* address, unsigned* size, int flags) {
  ANY_ADDRESS
  return open_file(__heddle_Nondet(0, 1), ANY_ERROR);
}
int getsockname(int socket, unsigned char* address, unsigned* size) {
  if (__heddle_Nondet(0, 1)) return fail_with(ANY_ERROR);
  ANY_ADDRESS
  return 0;
}
int getpeername(int socket, unsigned char* address, unsigned* size) {
  if (__heddle_Nondet(0, 1)) return fail_with(ANY_ERROR);
  ANY_ADDRESS
  return 0;
}

int pipe(int ends[2]) {
  __VERIFIER_atomic_begin();
  int p = 0;
  while (p < kPipes && ordering_pipes[p].used) ++p;
  if (p == kPipes) {
    __heddle_more_than_four_pipes();
    p = 0;
  }
  ordering_pipes[p].used = ordering_pipes[p].readers = ordering_pipes[p].writers = 1;
  ordering_pipes[p].first = ordering_pipes[p].count = 0;
  int in = new_descriptor(kReading), out = new_descriptor(kWriting);
  pipe_of[in] = pipe_of[out] = (char)p;
  __VERIFIER_atomic_end();
  ends[0] = in;
  ends[1] = out;
  return 0;
}
void __heddle_pipe_that_does_not_wait(void);  // no model: named in the answer
int pipe2(int ends[2], int flags) {
  enum { kCloseOnExec = 02000000 };
  if ((flags & ~kCloseOnExec) != 0) __heddle_pipe_that_does_not_wait();
  return pipe(ends);
}
// What epoll watches. A descriptor that is closed is watched no longer; one that has copies may be, which has no model.
enum { kMostAtOnce = 8 };
struct __attribute__((packed)) Interest {
  unsigned events;
  unsigned char data[8];
};
static struct {
  int poller, file;  // poller 0: free
  struct Interest what;
} interests[kMostAtOnce];
void __heddle_closed_descriptor_whose_copy_epoll_watches(void);  // no model: named in the answer
static void watch_no_longer(int file) {                          // inside a section
  for (int i = 0; i < kMostAtOnce; ++i) {
    if (interests[i].poller != 0 && (interests[i].file == file || interests[i].poller == file) && has_copies[file])
      __heddle_closed_descriptor_whose_copy_epoll_watches();
    if (interests[i].poller == file || interests[i].file == file) interests[i].poller = 0;
  }
}
int close(int file) {
  if (above_the_table(file)) return WORKS;
  if (file < 0 || file >= kDescriptors) return fail_with(EBADF);
  __VERIFIER_atomic_begin();
  int kind = kind_of[file], p = pipe_of[file];
  kind_of[file] = kFree;
  if (kind == kReading) --ordering_pipes[p].readers;
  if (kind == kWriting) --ordering_pipes[p].writers;
  if (kind == kCounter)
    --ordering_counters[p].users;
  else if (kind >= kReading && ordering_pipes[p].readers == 0 && ordering_pipes[p].writers == 0)
    ordering_pipes[p].used = 0;
  watch_no_longer(file);
  __VERIFIER_atomic_end();
  enum { EINTR = 4, EIO = 5, EDQUOT = 122 };
  if (kind == kFile && file > 2) switch (__heddle_Nondet(0, 4)) {
      case 1: return fail_with(EINTR);
      case 2: return fail_with(EIO);
      case 3: return fail_with(ENOSPC);
      case 4: return fail_with(EDQUOT);
    }
  return kind == kFree ? fail_with(EBADF) : 0;
}

// A request to cancel the thread ends its wait (cancellation.c); no request comes in a program that cancels no thread.
int __heddle_a_request_has_come(void);
void __heddle_act_upon_the_request(void);
#define WAIT_FOR(condition)         \
  const int is_there = (condition); \
  __VERIFIER_assume(is_there || __heddle_a_request_has_come());
#define NOTHING_CAME !is_there

static ssize_t read_pipe(int p, unsigned char* to, size_t most) {
  unsigned char got[kRoom];
  unsigned n = 0;
  if (most == 0) return 0;
  __VERIFIER_atomic_begin();
  WAIT_FOR(ordering_pipes[p].count > 0 || ordering_pipes[p].writers == 0)
  while (n < most && ordering_pipes[p].count > 0) {
    got[n++] = ordering_pipes[p].bytes[ordering_pipes[p].first];
    ordering_pipes[p].first = (unsigned char)((ordering_pipes[p].first + 1) % kRoom);
    --ordering_pipes[p].count;
  }
  if (ordering_pipes[p].count == 0) ordering_pipes[p].first = 0;
  __VERIFIER_atomic_end();
  if (NOTHING_CAME) __heddle_act_upon_the_request();
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
  int broken = ordering_pipes[p].readers == 0, full = ordering_pipes[p].count + n > kRoom;
  for (size_t i = 0; i < n && !broken && !full; ++i)
    ordering_pipes[p].bytes[(ordering_pipes[p].first + ordering_pipes[p].count++) % kRoom] = given[i];
  __VERIFIER_atomic_end();
  if (full && !broken) __heddle_more_than_16_bytes_in_a_pipe();
  return broken ? fail_with(EPIPE) : (ssize_t)n;  // and SIGPIPE, which does not arrive
}

void __heddle_more_than_four_counters(void);  // no models: named in the answer
void __heddle_counter_that_is_full(void);
int eventfd(unsigned start, int flags) {
  enum { kCloseOnExec = 02000000 };
  if ((flags & ~(kCloseOnExec | kAtOnce | kSemaphore)) != 0) return fail_with(EINVAL);
  __VERIFIER_atomic_begin();
  int c = 0;
  while (c < kCounters && ordering_counters[c].users != 0) ++c;
  if (c == kCounters) {
    __heddle_more_than_four_counters();
    c = 0;
  }
  ordering_counters[c].users = 1;
  ordering_counters[c].flags = (char)((flags & kSemaphore) | (flags & kAtOnce ? 2 : 0));
  ordering_counters[c].count = start;
  int d = new_descriptor(kCounter);
  pipe_of[d] = (char)c;
  __VERIFIER_atomic_end();
  return d;
}
static ssize_t read_counter(int c, void* to, size_t room) {
  unsigned long long n = 0;
  if (room < sizeof n) return fail_with(EINVAL);
  __VERIFIER_atomic_begin();
  WAIT_FOR(ordering_counters[c].count > 0 || (ordering_counters[c].flags & 2) != 0)
  n = ordering_counters[c].flags & kSemaphore && ordering_counters[c].count > 0 ? 1 : ordering_counters[c].count;
  ordering_counters[c].count -= n;
  __VERIFIER_atomic_end();
  if (NOTHING_CAME) __heddle_act_upon_the_request();
  if (n == 0) return fail_with(EAGAIN);
  __builtin_memcpy(to, &n, sizeof n);
  return sizeof n;
}
static ssize_t write_counter(int c, const void* from, size_t size) {
  unsigned long long n;
  if (size < sizeof n) return fail_with(EINVAL);
  __builtin_memcpy(&n, from, sizeof n);
  if (n == ~0ULL) return fail_with(EINVAL);
  __VERIFIER_atomic_begin();
  int full = ordering_counters[c].count >= ~0ULL - n;
  if (!full) ordering_counters[c].count += n;
  __VERIFIER_atomic_end();
  if (full) __heddle_counter_that_is_full();
  return sizeof n;
}
int eventfd_read(int file, unsigned long long* value);
int eventfd_write(int file, unsigned long long value);

static ssize_t receive(unsigned char* to, size_t room, unsigned n,
                       int error) {  // n: 0 the end, above kLongest an error
  if (n == kLongest + 1) return fail_with(error);
  if (n > kLongest && room > kLongest) n = at_least_to(n, to + room - 1);
  if (n > room) n = (unsigned)room;
  for (unsigned i = 0; i < n; ++i) to[i] = (unsigned char)__heddle_Nondet(0, 255);
  return (ssize_t)n;
}
ssize_t read(int file, void* block, size_t room) {
  unsigned char* to = block;
  if (above_the_table(file)) return receive(to, room, __heddle_Nondet(0, kLongest + 2), ANY_ERROR);
  if (file < 0 || file >= kDescriptors) return fail_with(EBADF);
  __VERIFIER_atomic_begin();
  int kind = kind_of[file], p = pipe_of[file], mixed = __heddle_by_stream;
  __VERIFIER_atomic_end();
  if (kind == kFree) return fail_with(EBADF);
  if (file == 0 && kind == kFile && __heddle_given_size >= 0) {
    size_t n = 0;
    if (mixed) __heddle_standard_input_as_stream_and_as_descriptor();
    for (int c; n < room && (c = next_given(0)) >= 0; ++n) to[n] = (unsigned char)c;
    return (ssize_t)n;
  }
  if (kind == kReading) return read_pipe(p, to, room);
  if (kind == kWriting) return fail_with(EBADF);
  if (kind == kCounter) return read_counter(p, to, room);
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
    if (kind == kCounter) return write_counter(p, block, n);
    if (kind == kReading || kind == kFree) return fail_with(EBADF);
  }
  look(block, n);
  return send_some(n, __heddle_Nondet(0, 2), __heddle_Nondet(0, 0x7fffffff), ANY_ERROR);
}
int eventfd_read(int file, unsigned long long* value) {
  return read(file, value, sizeof *value) == sizeof *value ? 0 : -1;
}
int eventfd_write(int file, unsigned long long value) {
  return write(file, &value, sizeof value) == sizeof value ? 0 : -1;
}

// Several blocks, one after the other. How much is read or written of them is any.
struct Part {
  void* block;
  size_t size;
};
void __heddle_vectors_of_a_pipe(void);  // no model: named in the answer
static int is_file(int file) {          // 0: no descriptor
  if (above_the_table(file)) return 1;
  if (file < 0 || file >= kDescriptors) return 0;
  __VERIFIER_atomic_begin();
  int kind = kind_of[file];
  __VERIFIER_atomic_end();
  if (kind >= kReading || (file == 0 && __heddle_given_size >= 0)) __heddle_vectors_of_a_pipe();
  return kind != kFree || file <= 2;
}
static void* last_of(const struct Part* parts, int n) {  // one of them has room
  while (parts[n - 1].size == 0) --n;
  return (char*)parts[n - 1].block + parts[n - 1].size - 1;
}
ssize_t readv(int file, const struct Part* parts, int n) {
  if (n < 0) return fail_with(EINVAL);
  if (!is_file(file)) return fail_with(EBADF);
  unsigned bytes = __heddle_Nondet(0, kLongest + 2);
  if (bytes == kLongest + 1) return fail_with(ANY_ERROR);
  size_t room = 0;
  for (int k = 0; k < n; ++k) room += parts[k].size;
  if (bytes > kLongest && room > kLongest) bytes = at_least_to(bytes, last_of(parts, n));
  unsigned done = 0;
  for (int k = 0; k < n; ++k) {
    unsigned char* to = parts[k].block;
    for (size_t i = 0; i < parts[k].size && done < bytes; ++i, ++done) to[i] = (unsigned char)__heddle_Nondet(0, 255);
  }
  return (ssize_t)done;
}
ssize_t writev(int file, const struct Part* parts, int n) {
  if (n < 0) return fail_with(EINVAL);
  if (!is_file(file)) return fail_with(EBADF);
  size_t bytes = 0;
  for (int k = 0; k < n; ++k) {
    look(parts[k].block, parts[k].size);
    bytes += parts[k].size;
  }
  return send_some(bytes, __heddle_Nondet(0, 2), __heddle_Nondet(0, 0x7fffffff), ANY_ERROR);
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
void __heddle_lock_of_a_file(void);  // no model: named in the answer
void __heddle_flags_of_a_pipe(void);
struct FileLock {
  short type, whence;
  long start, length;
};
enum { kCopy = 0, kCopyToClose = 1030, kSetLock = 6, kSetLockAndWait = 7 };
void __heddle_copy_of_a_descriptor_by_fcntl(void);  // no model: named in the answer
int fcntl(int file, int command, ...) {
  enum { kSetFd = 2, kSetFlags = 4, kGetLock = 5, kGetLock64 = 12, kGetOpenLock = 36 };
  if (command == kCopy || command == kCopyToClose) __heddle_copy_of_a_descriptor_by_fcntl();
  if (command == kSetLock || command == kSetLockAndWait) {
    __builtin_va_list args;
    __builtin_va_start(args, command);
    struct FileLock seen = *__builtin_va_arg(args, const struct FileLock*);
    __builtin_va_end(args);
    (void)seen;
  }
  if (command == kGetLock || command == kGetLock64 || command == kGetOpenLock) __heddle_lock_of_a_file();
  if (command == kSetFlags && file > 2 && file < kDescriptors) {
    __VERIFIER_atomic_begin();
    int kind = kind_of[file];
    __VERIFIER_atomic_end();
    if (kind >= kReading) __heddle_flags_of_a_pipe();  // a pipe that does not wait
  }
  if (command == kSetFd || command == kSetFlags) return WORKS;
  return __heddle_Nondet(0, 1) ? fail_with(ANY_ERROR) : (int)__heddle_Nondet(0, 0x7fffffff);
}
void __heddle_request_of_ioctl(void);  // no model: named in the answer
int ioctl(int file, unsigned long request, ...) {
  enum { kSizeOfWindow = 0x5413, kReadable = 0x541b, kDoNotWait = 0x5421 };
  __builtin_va_list args;
  __builtin_va_start(args, request);
  void* about = __builtin_va_arg(args, void*);
  __builtin_va_end(args);
  int works = (int)__heddle_Nondet(0, 1), error = ANY_ERROR;
  if (request == kDoNotWait) {
    int seen = *(int*)about;
    (void)seen;
    if (file > 2 && file < kDescriptors) {
      __VERIFIER_atomic_begin();
      int kind = kind_of[file];
      __VERIFIER_atomic_end();
      if (kind >= kReading) __heddle_flags_of_a_pipe();
    }
  } else if (request == kReadable && works) {
    int n = (int)__heddle_Nondet(0, 0x7fffffff);
    __VERIFIER_atomic_begin();
    const int kind = file > 2 && file < kDescriptors ? kind_of[file] : kFile, p = kind == kReading ? pipe_of[file] : 0;
    if (kind == kReading) n = ordering_pipes[p].count;
    __VERIFIER_atomic_end();
    *(int*)about = n;
  } else if (request == kSizeOfWindow && works) {
    for (int i = 0; i < 4; ++i) ((unsigned short*)about)[i] = (unsigned short)__heddle_Nondet(0, 65535);
  } else if (request != kReadable && request != kSizeOfWindow) {
    __heddle_request_of_ioctl();
  }
  return works ? 0 : fail_with(error);
}
long lseek(int file, long offset, int from) {
  if (__heddle_Nondet(0, 1)) return fail_with(ANY_ERROR);
  if (from == 0) return offset < 0 ? fail_with(EINVAL) : offset;
  return ANY_PLACE;
}
unsigned short htons(unsigned short n) { return (unsigned short)(n << 8 | n >> 8); }
unsigned short ntohs(unsigned short n) { return (unsigned short)(n << 8 | n >> 8); }
unsigned htonl(unsigned n) { return __builtin_bswap32(n); }
unsigned ntohl(unsigned n) { return __builtin_bswap32(n); }

unsigned inet_addr(const char* text) { return __heddle_Nondet(0, ~0U); }
ssize_t recvfrom(int socket, void* block, size_t room, int flags, void* address, unsigned* size) {
  if (address != NULL) __heddle_address_of_a_peer();
  return receive(block, room, __heddle_Nondet(0, kLongest + 2), ANY_ERROR);
}
ssize_t sendto(int socket, const void* block, size_t n, int flags, const void* address, unsigned size) {
  look(block, n);
  return send_some(n, __heddle_Nondet(0, 2), __heddle_Nondet(0, 0x7fffffff), ANY_ERROR);
}
ssize_t pread(int file, void* block, size_t room, long offset) {
  return receive(block, room, __heddle_Nondet(0, kLongest + 2), ANY_ERROR);
}
ssize_t pwrite(int file, const void* block, size_t n, long offset) {
  look(block, n);
  return send_some(n, __heddle_Nondet(0, 2), __heddle_Nondet(0, 0x7fffffff), ANY_ERROR);
}
static int copy_descriptor(int file, int wish) {  // wish: -1 the lowest that is free
  if (above_the_table(file)) __heddle_more_than_24_open_files();
  if (file < 0 || file >= kDescriptors || wish >= kDescriptors) return fail_with(EBADF);
  if (file == wish) return wish;
  if (wish >= 0) close(wish);
  __VERIFIER_atomic_begin();
  int kind = file < 3 && kind_of[file] == kFree ? kFile : kind_of[file], p = pipe_of[file];
  int d = kind == kFree ? -1 : wish >= 0 ? wish : new_descriptor((enum Kind)kind);
  if (d >= 0 && d < kDescriptors) {
    kind_of[d] = (char)kind;
    pipe_of[d] = (char)p;
    has_copies[file] = has_copies[d] = 1;
    if (kind == kCounter) ++ordering_counters[p].users;
    if (kind == kReading) ++ordering_pipes[p].readers;
    if (kind == kWriting) ++ordering_pipes[p].writers;
  }
  __VERIFIER_atomic_end();
  return d >= 0 ? d : fail_with(EBADF);
}
int dup(int file) { return copy_descriptor(file, -1); }
int dup2(int file, int wish) { return wish < 0 ? fail_with(EBADF) : copy_descriptor(file, wish); }

// select, poll and epoll. A pipe is ready when it is; a file or a peer, whenever it likes. Who waits without a time
// limit waits until something is ready.
enum { kIn = 1, kUrgent = 2, kOut = 4, kError = 8, kHangUp = 16, kInvalid = 32 };  // as in poll and epoll
void __heddle_more_than_eight_descriptors_at_once(void);                           // no model: named in the answer

struct Wait {
  int n, file[kMostAtOnce], wanted[kMostAtOnce], found[kMostAtOnce];
  unsigned char any[kMostAtOnce];  // of a file: 1 it can be read, 2 written, 4 something is wrong
};
static void wait_for(struct Wait* w, int file, int wanted, unsigned any) {
  if (w->n == kMostAtOnce) {
    __heddle_more_than_eight_descriptors_at_once();
    return;
  }
  w->file[w->n] = file;
  w->wanted[w->n] = wanted;
  w->any[w->n++] = (unsigned char)any;
}
void __heddle_epoll_that_is_itself_waited_for(void);   // no model: named in the answer
static int readiness(int file, int wanted, int any) {  // inside a section
  int kind = file < kDescriptors ? kind_of[file] : kFile, p = file < kDescriptors ? pipe_of[file] : 0;
  if (kind == kFree && file > 2) return kInvalid;
  if (kind == kPoller) __heddle_epoll_that_is_itself_waited_for();
  if (kind == kReading)
    return (ordering_pipes[p].count > 0 ? wanted & kIn : 0) | (ordering_pipes[p].writers == 0 ? kHangUp : 0);
  if (kind == kCounter) return (ordering_counters[p].count > 0 ? wanted & kIn : 0) | (wanted & kOut);
  if (kind == kWriting) return (wanted & kOut) | (ordering_pipes[p].readers == 0 ? kError : 0);
  return (any & 1 ? wanted & kIn : 0) | (any & 2 ? wanted & kOut : 0) | (any & 4 ? (wanted & kUrgent) | kHangUp : 0);
}
static int count_ready(struct Wait* w, int limited) {
  int ready = 0, other = -1;
  __VERIFIER_atomic_begin();
  for (int i = 0; i < w->n; ++i) {
    w->found[i] = w->file[i] < 0 ? 0 : readiness(w->file[i], w->wanted[i], w->any[i]);
    ready += w->found[i] != 0;
    int kind = w->file[i] < 0 ? kReading : w->file[i] < kDescriptors ? kind_of[w->file[i]] : kFile;
    if (kind != kReading && kind != kWriting && kind != kCounter) other = i;
  }
  WAIT_FOR(ready > 0 || limited || other >= 0)
  __VERIFIER_atomic_end();
  if (NOTHING_CAME) __heddle_act_upon_the_request();
  if (ready > 0 || limited) return ready;
  w->found[other] = w->wanted[other] & (kIn | kOut) ? w->wanted[other] & (kIn | kOut) : kHangUp;
  return 1;
}

struct Poll {
  int file;
  short wanted, found;
};
#define POLL(limited)                                                                                    \
  struct Wait w;                                                                                         \
  w.n = 0;                                                                                               \
  for (unsigned long i = 0; i < n; ++i) wait_for(&w, all[i].file, all[i].wanted, __heddle_Nondet(0, 7)); \
  int ready = count_ready(&w, limited);                                                                  \
  for (int i = 0; i < w.n; ++i) all[i].found = (short)w.found[i];                                        \
  return ready
int poll(struct Poll* all, unsigned long n, int limit) { POLL(limit >= 0); }
int ppoll(struct Poll* all, unsigned long n, const void* limit, const void* mask) { POLL(limit != NULL); }

typedef unsigned long Set;  // of descriptors, in words
enum { kWordBits = 8 * sizeof(Set) };
static int has(const Set* set, int file) { return set != NULL && (set[file / kWordBits] >> file % kWordBits & 1) != 0; }
static void leave_only(Set* set, int file, int stays) {
  if (has(set, file) && !stays) set[file / kWordBits] &= ~(1UL << file % kWordBits);
}
#define SELECT(limited)                                                                                     \
  struct Wait w;                                                                                            \
  w.n = 0;                                                                                                  \
  for (int d = 0; d < n; ++d) {                                                                             \
    int wanted = (has(in, d) ? kIn : 0) | (has(out, d) ? kOut : 0) | (has(urgent, d) ? kUrgent : 0);        \
    if (wanted != 0) wait_for(&w, d, wanted, __heddle_Nondet(0, 7));                                        \
  }                                                                                                         \
  count_ready(&w, limited);                                                                                 \
  for (int i = 0; i < w.n; ++i)                                                                             \
    if (w.found[i] & kInvalid) return fail_with(EBADF);                                                     \
  int ready = 0;                                                                                            \
  for (int i = 0; i < w.n; ++i) {                                                                           \
    int wrong = (w.found[i] & (kHangUp | kError)) != 0, wanted = w.wanted[i];                               \
    int reads = (w.found[i] & kIn) != 0 || (wrong && wanted & kIn);                                         \
    int writes = (w.found[i] & kOut) != 0 || (wrong && wanted & kOut), stops = (w.found[i] & kUrgent) != 0; \
    leave_only(in, w.file[i], reads);                                                                       \
    leave_only(out, w.file[i], writes);                                                                     \
    leave_only(urgent, w.file[i], stops);                                                                   \
    ready += (reads && wanted & kIn) + (writes && wanted & kOut) + stops;                                   \
  }                                                                                                         \
  return ready
int select(int n, Set* in, Set* out, Set* urgent, long* limit) {
  if (limit != NULL) {  // the time that is left
    limit[0] = (long)__heddle_Nondet(0, 0x7fffffff);
    limit[1] = (long)__heddle_Nondet(0, 999999);
  }
  SELECT(limit != NULL);
}
int pselect(int n, Set* in, Set* out, Set* urgent, const long* limit, const void* mask) { SELECT(limit != NULL); }

enum { ENOENT = 2, EEXIST = 17, kAdd = 1, kDelete = 2, kModify = 3, kOneShot = 1 << 30, kTold = 1 << 29 };
#define EDGE_TRIGGERED (1U << 31)
void __heddle_events_that_are_told_at_changes_only(void);  // no model: named in the answer

int epoll_create1(int flags) {
  __VERIFIER_atomic_begin();
  int d = new_descriptor(kPoller);
  __VERIFIER_atomic_end();
  return d;
}
int epoll_create(int size) { return size > 0 ? epoll_create1(0) : fail_with(EINVAL); }
int epoll_ctl(int poller, int operation, int file, const struct Interest* wanted) {
  struct Interest what = {0, {0}};
  if (operation != kDelete) what = *wanted;
  if (what.events & EDGE_TRIGGERED) __heddle_events_that_are_told_at_changes_only();
  what.events &= ~(unsigned)kTold;
  int error = 0, at = -1, room = -1;
  __VERIFIER_atomic_begin();
  const int is_open = file >= kDescriptors || (file >= 0 && (file <= 2 || kind_of[file] != kFree));
  for (int i = 0; i < kMostAtOnce; ++i) {
    if (interests[i].poller == poller && interests[i].file == file) at = i;
    if (interests[i].poller == 0) room = i;
  }
  if (!is_open) {
    error = EBADF;
  } else if (operation == kAdd && at < 0 && room >= 0) {
    interests[room].poller = poller;
    interests[room].file = file;
    interests[room].what = what;
  } else if (operation == kAdd && at < 0) {
    __heddle_more_than_eight_descriptors_at_once();
  } else if (operation == kAdd || operation < kAdd || operation > kModify) {
    error = operation == kAdd ? EEXIST : EINVAL;
  } else if (at < 0) {
    error = ENOENT;
  } else if (operation == kDelete) {
    interests[at].poller = 0;
  } else {
    interests[at].what = what;
  }
  __VERIFIER_atomic_end();
  return error ? fail_with(error) : 0;
}
// What is told once is not told again until it is modified.
static void do_not_tell_again(int poller, int file) {
  __VERIFIER_atomic_begin();
  for (int i = 0; i < kMostAtOnce; ++i)
    if (interests[i].poller == poller && interests[i].file == file) interests[i].what.events |= kTold;
  __VERIFIER_atomic_end();
}
int epoll_wait(int poller, struct Interest* found, int most, int limit) {
  struct Wait w;
  struct Interest what[kMostAtOnce];
  w.n = 0;
  __VERIFIER_atomic_begin();
  const int is_open = poller >= kDescriptors || (poller >= 0 && kind_of[poller] != kFree);
  const int is_poller = poller >= 0 && poller < kDescriptors && kind_of[poller] == kPoller;
  __VERIFIER_atomic_end();
  if (!is_poller || most <= 0) return fail_with(is_open ? EINVAL : EBADF);
  for (int i = 0; i < kMostAtOnce; ++i) {
    __VERIFIER_atomic_begin();
    int there = interests[i].poller == poller && !(interests[i].what.events & kTold), file = interests[i].file;
    if (there) what[w.n] = interests[i].what;
    __VERIFIER_atomic_end();
    if (there) wait_for(&w, file, (int)(what[w.n].events & (kIn | kUrgent | kOut)), __heddle_Nondet(0, 7));
  }
  count_ready(&w, limit >= 0);
  int ready = 0;
  for (int i = 0; i < w.n && ready < most; ++i) {
    if (w.found[i] == 0 || w.found[i] & kInvalid) continue;
    if (what[i].events & kOneShot) do_not_tell_again(poller, w.file[i]);
    what[i].events = (unsigned)w.found[i];
    found[ready++] = what[i];
  }
  return ready;
}
