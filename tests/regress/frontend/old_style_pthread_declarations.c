// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// Preprocessed benchmarks declare the library themselves and leave out parameters and returns.
typedef unsigned long int pthread_t;
typedef union {
  char __size[40];
  long int __align;
} pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_mutex_init(pthread_mutex_t *, const void *);
extern void __assert_fail(const char *, const char *, unsigned, const char *);

pthread_mutex_t m;
int x;

void *thread(void *arg) {
  pthread_mutex_lock(&m);
  x = x + 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t t;
  pthread_mutex_init(&m, 0);
  pthread_create(&t, 0, thread, 0);
  thread(0);
  pthread_join(t, 0);
  if (x != 2) __assert_fail("x == 2", "old.c", 1, "main");
  return 0;
}
