// SPDX-License-Identifier: GPL-3.0-or-later
// Streams of <stdio.h>. A file says anything: every byte that is read is an input, and a call may fail. Standard input
// is what the user gave with --stdin, if he did.
#include "given_input.h"
#include "scanned_numbers.h"

extern const void* const stdin;  // outside_world.c: clang would not ask for its value here
static int is_given(const void* stream) { return __heddle_given_size >= 0 && stream == stdin; }

#define ANY_CHARACTER_OR_END (__heddle_Nondet(0, 1) ? -1 : (int)__heddle_Nondet(0, 255))
int getchar(void) { return __heddle_given_size >= 0 ? next_given(1) : ANY_CHARACTER_OR_END; }
int getc(void* stream) { return is_given(stream) ? next_given(1) : ANY_CHARACTER_OR_END; }
int fgetc(void* stream) { return is_given(stream) ? next_given(1) : ANY_CHARACTER_OR_END; }

static char* given_line(char* line, int room) {
  int n = 0;
  for (int c = 0; n < room - 1 && c != '\n';) {
    if ((c = next_given(1)) < 0) break;
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
  if (n > kLongest && room > kLongest + 1) n = at_least_to(n, line + room - 1);
  if (n > (unsigned)room - 1) n = (unsigned)room - 1;
  for (unsigned i = 0; i < n; ++i) {
    line[i] = (char)__heddle_Nondet(0, 255);
    if (line[i] == '\n') n = i + 1;
  }
  line[n] = 0;
  return line;
}
// A line of any length, in a block that grows.
static int has_room(char** line, size_t* room, size_t wanted) {
  enum { kFirst = 120 };
  if (*line != NULL && *room >= wanted) return 1;
  size_t size = wanted < kFirst ? kFirst : 2 * wanted;
  char* block = __heddle_Realloc(*line, size);
  if (block == NULL) return 0;
  *line = block;
  *room = size;
  return 1;
}
ssize_t getdelim(char** line, size_t* room, int end, void* stream) {
  size_t n = 0;
  if (is_given(stream)) {
    for (int c = -1; c != end; (*line)[n++] = (char)c) {
      if (!has_room(line, room, n + 2)) return fail_with(ENOMEM);
      if ((c = next_given(1)) < 0) break;
    }
  } else {
    n = __heddle_Nondet(0, kLongest + 1);  // none: the end of the file, or an error
    if (n > kLongest) n = at_least((unsigned)n);
    if (n > 0 && !has_room(line, room, n + 1)) return fail_with(ENOMEM);
    for (size_t i = 0; i < n; ++i) {
      (*line)[i] = (char)__heddle_Nondet(0, 255);
      if ((*line)[i] == (char)end) n = i + 1;
    }
  }
  if (n == 0) return -1;
  (*line)[n] = 0;
  return (ssize_t)n;
}
ssize_t getline(char** line, size_t* room, void* stream) { return getdelim(line, room, '\n', stream); }
size_t fread(void* block, size_t size, size_t count, void* stream) {
  unsigned char* to = block;
  size_t total = size * count, n = 0;
  if (is_given(stream)) {
    for (int c; n < total && (c = next_given(1)) >= 0; ++n) to[n] = (unsigned char)c;
    return size == 0 ? 0 : n / size;
  }
  unsigned most = __heddle_Nondet(0, kLongest + 1);
  if (most > kLongest && total > kLongest) most = at_least_to(most, to + total - 1);
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
int fclose(void* stream) { return WORKS; }
int fflush(void* stream) { return WORKS; }
int setvbuf(void* stream, char* buffer, int mode, size_t size) { return WORKS; }
void* tmpfile(void) { return open_stream(__heddle_Nondet(0, 1), ANY_ERROR); }
static int given_end(void) {
  __VERIFIER_atomic_begin();
  int end = __heddle_at_end;
  __VERIFIER_atomic_end();
  return end;
}
int feof(void* stream) { return is_given(stream) ? given_end() : (int)__heddle_Nondet(0, 1); }
int ferror(void* stream) { return is_given(stream) ? 0 : (int)__heddle_Nondet(0, 1); }
int fseek(void* stream, long offset, int from) { return WORKS; }
int fseeko(void* stream, long offset, int from) { return WORKS; }
long ftello(void* stream) { return __heddle_Nondet(0, 1) ? fail_with(ANY_ERROR) : ANY_PLACE; }
long ftell(void* stream) { return __heddle_Nondet(0, 1) ? fail_with(ANY_ERROR) : ANY_PLACE; }
void __heddle_ungetc_to_given_input(void);  // no model: named in the answer
int ungetc(int c, void* stream) {
  if (is_given(stream)) __heddle_ungetc_to_given_input();
  return c == -1 || __heddle_Nondet(0, 1) ? -1 : (int)(unsigned char)c;
}
void rewind(void* stream) {}
void clearerr(void* stream) {}
int fileno(void* stream) { return (int)__heddle_Nondet(0, 0x7fffffff); }

// Numbers and characters from a file. What else scanf knows has no model.

static int given_number(long long* number) {  // 1: there is one, 0: something else, -1: the end
  __VERIFIER_atomic_begin();
  ssize_t at = __heddle_taken;
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
  __heddle_taken = at;
  __VERIFIER_atomic_end();
  *number = negative ? -n : n;
  return found ? 1 : end ? -1 : 0;
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

// flockfile: a lock that its owner may take again. It orders nothing that printf does, since output changes nothing
// here.
enum { kLocked = 4 };
static struct {
  const void* stream;
  thread_t owner;
  unsigned times;
} ordering_streams[kLocked];
void __heddle_more_than_four_streams_that_are_locked(void);  // no model: named in the answer
static int lock_of(const void* stream) {                     // inside a section
  int free = -1;
  for (int k = kLocked; k-- > 0;) {
    if (ordering_streams[k].times != 0 && ordering_streams[k].stream == stream) return k;
    if (ordering_streams[k].times == 0) free = k;
  }
  if (free < 0) __heddle_more_than_four_streams_that_are_locked();
  return free < 0 ? 0 : free;
}
static int lock(const void* stream, int waits) {
  thread_t self = __heddle_ThreadSelf();
  __VERIFIER_atomic_begin();
  int k = lock_of(stream), held = ordering_streams[k].times != 0 && ordering_streams[k].owner != self;
  if (waits) __VERIFIER_assume(!held);
  if (!held) {
    ordering_streams[k].stream = stream;
    ordering_streams[k].owner = self;
    ++ordering_streams[k].times;
  }
  __VERIFIER_atomic_end();
  return held ? -1 : 0;
}
void flockfile(void* stream) { lock(stream, 1); }
int ftrylockfile(void* stream) { return lock(stream, 0); }
void funlockfile(void* stream) {
  thread_t self = __heddle_ThreadSelf();
  __VERIFIER_atomic_begin();
  int k = lock_of(stream);
  if (ordering_streams[k].times != 0 && ordering_streams[k].owner == self && --ordering_streams[k].times == 0) {
    ordering_streams[k].stream = NULL;
    ordering_streams[k].owner = 0;
  }
  __VERIFIER_atomic_end();
}

// The same without the stream's lock: two threads that do so at the same time race.
extern const void *const stdout, *const stderr;
static char buffer_of_stdin, buffer_of_stdout, buffer_of_stderr;
static void use(void* stream) {
  if (stream == stdin)
    buffer_of_stdin = 1;
  else if (stream == stdout)
    buffer_of_stdout = 1;
  else if (stream == stderr)
    buffer_of_stderr = 1;
  else
    *(char*)stream = 1;
}
int getchar_unlocked(void) {
  buffer_of_stdin = 1;
  return __heddle_given_size >= 0 ? next_given(1) : ANY_CHARACTER_OR_END;
}
int getc_unlocked(void* stream) {
  use(stream);
  return is_given(stream) ? next_given(1) : ANY_CHARACTER_OR_END;
}
int fgetc_unlocked(void* stream) {
  use(stream);
  return is_given(stream) ? next_given(1) : ANY_CHARACTER_OR_END;
}
int putchar_unlocked(int c) {
  buffer_of_stdout = 1;
  return __heddle_Nondet(0, 1) ? -1 : (unsigned char)c;
}
int putc_unlocked(int c, void* stream) {
  use(stream);
  return __heddle_Nondet(0, 1) ? -1 : (unsigned char)c;
}
int fputc_unlocked(int c, void* stream) {
  use(stream);
  return __heddle_Nondet(0, 1) ? -1 : (unsigned char)c;
}
int fputs_unlocked(const char* s, void* stream) {
  use(stream);
  if (!text_from_outside(s) && !is_message(s))
    while (*s != 0) ++s;
  return __heddle_Nondet(0, 1) ? -1 : (int)__heddle_Nondet(0, 0x7fffffff);
}
size_t fwrite_unlocked(const void* block, size_t size, size_t n, void* stream) {
  const char* bytes = block;
  char seen = 0;
  use(stream);
  for (size_t i = 0; i < size * n; ++i) seen = bytes[i];
  (void)seen;
  unsigned part = __heddle_Nondet(0, ~0U);
  return size == 0 ? 0 : part < n ? part : n;
}
char* fgets_unlocked(char* line, int room, void* stream) {
  use(stream);
  return fgets(line, room, stream);
}
size_t fread_unlocked(void* block, size_t size, size_t count, void* stream) {
  use(stream);
  return fread(block, size, count, stream);
}
int fflush_unlocked(void* stream) {
  if (stream != NULL) use(stream);
  return WORKS;
}
int feof_unlocked(void* stream) { return is_given(stream) ? given_end() : (int)__heddle_Nondet(0, 1); }
int ferror_unlocked(void* stream) { return is_given(stream) ? 0 : (int)__heddle_Nondet(0, 1); }
void clearerr_unlocked(void* stream) {}
int fileno_unlocked(void* stream) { return (int)__heddle_Nondet(0, 0x7fffffff); }
