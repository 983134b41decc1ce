// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 19
// variant: -DNUMBERS => no-data-race=true
// variant: -DFORMAT => no-data-race=false
// variant: -DPARTS => no-data-race=true
// variant: -DNUMBERS --data-model ilp32 => no-data-race=true
// variant: --data-model ilp32 => no-data-race=false
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static char name[8] = "abc";
static char format[] = "%2$s";

static void report(const char *text, ...) {
  va_list args;
  va_start(args, text);
  vfprintf(stderr, text, args);
  va_end(args);
}
static void *worker(void *arg) {
  (void)arg;
  name[1] = 'x';
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
#if defined(NUMBERS)
  report("%d %-5ld %c %.2f %p %llu\n", 3, 4L, 'c', 0.5, (void *)name, 5ULL);
#elif defined(FORMAT)
  format[1] = 's', format[2] = 0;
  printf(format, name);
#elif defined(PARTS)
  report("%08x %.*s\n", 3, 1, name);
#else
  report("%d %ld %f %s\n", 3, 4L, 0.5, name);
#endif
  pthread_join(t, NULL);
  return 0;
}
