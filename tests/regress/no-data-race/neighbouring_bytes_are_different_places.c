// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true no-deadlock=true unreach-call=true
#include <assert.h>
#include <pthread.h>

static struct {
  char first, second;
  short third;
} s;

static void *set_first(void *arg) {
  (void)arg;
  s.first = 1;
  return NULL;
}
static void *set_second(void *arg) {
  (void)arg;
  s.second = 2;
  s.third = 3;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, set_first, NULL);
  pthread_create(&b, NULL, set_second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(s.first == 1 && s.second == 2 && s.third == 3);
  return 0;
}
