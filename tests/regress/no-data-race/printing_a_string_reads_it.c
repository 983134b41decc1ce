// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 25
// variant: -DPUTS => no-data-race=false
// variant: -DBLOCK => no-data-race=false
// variant: -DFIRST_LETTERS => no-data-race=true
// variant: -DADDRESS => no-data-race=true
#include <pthread.h>
#include <stdio.h>

static char name[16] = "hello";

static void *worker(void *arg) {
  (void)arg;
  name[3] = 'p';
  return NULL;
}
int main(void) {
  pthread_t t;
  int most = 3;
  pthread_create(&t, NULL, worker, NULL);
#if defined(PUTS)
  puts(name);
#elif !defined(BLOCK) && !defined(FIRST_LETTERS) && !defined(ADDRESS)
  printf("%d%% of %5s\n", 50, name);
#elif defined(BLOCK)
  fwrite(name, 2, 2, stdout);
#elif defined(FIRST_LETTERS)
  printf("%-*.*s %.2s\n", 10, most, name, name);
#else
  printf("%p\n", (void *)name);
#endif
  pthread_join(t, NULL);
  return 0;
}
