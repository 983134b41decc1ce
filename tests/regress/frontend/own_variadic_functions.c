// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: --data-model ilp32 => unreach-call=true no-data-race=true no-deadlock=true
// A logger with a lock and sums over unnamed arguments of several types, directly, through a pointer, twice over one list.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void log_line(const char *format, ...) {
  va_list list;
  va_start(list, format);
  pthread_mutex_lock(&lock);
  vfprintf(stderr, format, list);
  lines++;
  pthread_mutex_unlock(&lock);
  va_end(list);
}

static long long sum(const char *types, va_list list) {
  long long total = 0;
  for (; *types; types++) {
    switch (*types) {
      case 'i': total += va_arg(list, int); break;
      case 'l': total += va_arg(list, long long); break;
      case 'd': total += (long long)va_arg(list, double); break;
      case 'p': total += *va_arg(list, int *); break;
    }
  }
  return total;
}

static long long twice(const char *types, ...) {
  va_list list, again;
  va_start(list, types);
  va_copy(again, list);
  long long total = sum(types, list) + sum(types, again);
  va_end(again);
  va_end(list);
  return total;
}

static void *worker(void *arg) {
  log_line("worker %d\n", 1);
  return arg;
}

int main(void) {
  int here = 7;
  long long (*through)(const char *, ...) = twice;
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  log_line("main\n");
  assert(twice("") == 0);
  assert(twice("idlp", -3, 2.5, 1LL << 40, &here) == 2 * ((1LL << 40) + 6));
  assert(through("iiiiiiiidddddddddi", 1, 2, 3, 4, 5, 6, 7, 8, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10) == 2 * 91);
  pthread_join(t, 0);
  assert(lines == 2);
  return 0;
}
