// Ends with output and an exit code of its own. Without a schedule the updates of x may get lost.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int x;

static void *add(void *unused) {
  int seen = x;
  x = seen + 1;
  return unused;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  assert(x == 2);
  printf("%d arguments, x is %d, then ", argc, x);
  int c;
  while ((c = getchar()) != EOF) putchar(c);
  return 7;
}
