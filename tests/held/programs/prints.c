// SPDX-License-Identifier: GPL-3.0-or-later
// Constant texts are printed in each of the usual ways: nothing of that is in the way of a schedule.
#include <pthread.h>
#include <stdio.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const char name[] = "constant";

static void *other(void *unused) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  puts("a");
  printf("%s, %s\n", "b", name);
  printf("%.1s\n", "cd");
  fputs("e\n", stdout);
  fprintf(stderr, "f%s\n", "");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  pthread_join(thread, NULL);
  puts(name + 3);
  return 0;
}
