// An input decides which way it goes.
#include <pthread.h>
#include <stdio.h>

static int way, other;

static void *look(void *unused) {
  if (way) other = 1;
  return unused;
}

int main(void) {
  int c = getchar();
  pthread_t thread;
  if (c == 'y')
    way = 1;
  else
    other = 2;
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
  if (c == 'y')
    printf("yes\n");
  else
    printf("no\n");
  return 0;
}
