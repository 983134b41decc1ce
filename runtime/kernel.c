/* SPDX-License-Identifier: Apache-2.0 */
/* What only the kernel can do: sleep on a word, say who runs, write to standard error. Everything here may be called in
 * a signal handler. */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "internal.h"

void heddle_rt_futex_wait(uint32_t* word, uint32_t seen, const struct timespec* at_most) {
  int saved = errno;
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, at_most, NULL, 0);
  errno = saved;
}

bool heddle_rt_futex_wait_until(uint32_t* word, uint32_t seen, const struct timespec* deadline) {
  int saved = errno;
  int operation = FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME;
  long result = syscall(SYS_futex, word, operation, seen, deadline, NULL, FUTEX_BITSET_MATCH_ANY);
  bool passed = result != 0 && errno != EAGAIN && errno != EINTR;
  errno = saved;
  return !passed;
}

void heddle_rt_futex_wake(uint32_t* word, int how_many) {
  int saved = errno;
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, how_many, NULL, NULL, 0);
  errno = saved;
}

uint32_t heddle_rt_tid(void) { return (uint32_t)syscall(SYS_gettid); }

void heddle_rt_sleep_for_ever(void) {
  static uint32_t never;
  for (;;) heddle_rt_futex_wait(&never, 0, NULL);
}

const char* heddle_rt_decimal(char buffer[24], uint64_t value) {
  char* at = buffer + 23;
  *at = 0;
  do {
    *--at = (char)('0' + value % 10);
    value /= 10;
  } while (value != 0);
  return at;
}

void heddle_rt_say(const char* const* pieces) {
  struct iovec parts[16];
  int n = 0;
  for (; n < 16 && pieces[n]; ++n) {
    parts[n].iov_base = (void*)(uintptr_t)pieces[n];
    parts[n].iov_len = strlen(pieces[n]);
  }
  ssize_t ignored = writev(STDERR_FILENO, parts, n);
  (void)ignored;
}

void heddle_rt_tell(const char* note) {
  static const char* last;
  const char* pieces[] = {"heddle: ", note, "\n", NULL};
  if (__atomic_exchange_n(&last, note, __ATOMIC_SEQ_CST) != note) heddle_rt_say(pieces);
}

static bool read_about(uint32_t tid, const char* what, char text[256]) {
  char path[64] = "/proc/self/task/", number[24];
  if (tid == 0) return false;
  strcat(strcat(path, heddle_rt_decimal(number, tid)), what);
  int saved = errno, file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = file < 0 ? -1 : read(file, text, 255);
  if (file >= 0) close(file);
  errno = saved;
  text[n > 0 ? n : 0] = 0;
  return n > 0;
}

/* The letter stands behind the name of the thread, which is in parentheses and may itself contain some. */
char heddle_rt_kernel_state(uint32_t tid) {
  char text[256];
  const char* behind = read_about(tid, "/stat", text) ? strrchr(text, ')') : NULL;
  return behind && behind[1] == ' ' ? behind[2] : 0;
}

bool heddle_rt_is_writing(uint32_t tid) {
  char text[256], number[24];
  if (!read_about(tid, "/syscall", text)) return false;
  size_t length = strcspn(text, " ");
  const long writes[] = {SYS_write, SYS_writev};
  for (int i = 0; i < 2; ++i) {
    const char* wanted = heddle_rt_decimal(number, (uint64_t)writes[i]);
    if (strlen(wanted) == length && strncmp(text, wanted, length) == 0) return true;
  }
  return false;
}
