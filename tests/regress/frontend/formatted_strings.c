// expect: unreach-call=true no-data-race=true
// variant: --data-model ilp32 => unreach-call=true
// snprintf as programs use it: names, numbers, padding, truncation and its return value.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char name[16];

static int describe(char *to, size_t room, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(to, room, format, list);
  va_end(list);
  return n;
}

static void *worker(void *arg) {
  snprintf(name, sizeof name, "worker-%d", (int)(long)arg);
  return 0;
}

int main(void) {
  char text[40];
  pthread_t t;
  pthread_create(&t, 0, worker, (void *)7);
  pthread_join(t, 0);
  assert(strcmp(name, "worker-7") == 0);
  assert(sprintf(text, "%5d|%-5d|%05d|%+d", 42, -42, 42, 0) == 20);
  assert(strcmp(text, "   42|-42  |00042|+0") == 0);
  assert(sprintf(text, "%x %X %#x %o %c%%", 255u, 255u, 16, 8, 'z') == 16);
  assert(strcmp(text, "ff FF 0x10 10 z%") == 0);
  assert(sprintf(text, "%s %.2s %8s|%-4s|", "all", "cut", "right", "l") == 21);
  assert(strcmp(text, "all cu    right|l   |") == 0);
  assert(sprintf(text, "%lld %lu %hhd %zu", -5000000000LL, 7UL, 300, sizeof(int)) == 18);
  assert(strcmp(text, "-5000000000 7 44 4") == 0);
  assert(snprintf(text, 4, "%d", 123456) == 6 && strcmp(text, "123") == 0);
  assert(snprintf(0, 0, "%s", "count") == 5);
  assert(describe(text, sizeof text, "%*d", 4, 9) == 4 && strcmp(text, "   9") == 0);
  return 0;
}
