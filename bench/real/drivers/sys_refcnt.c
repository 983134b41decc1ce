// SPDX-License-Identifier: GPL-3.0-or-later
// sysprog21/concurrent-programs refcnt: THREADS threads share a counted string.
#define main their_main
#include "main.c"
#undef main

static void *share(void *text) {
  refcnt_ref(text);
  refcnt_unref(text);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  char *text = refcnt_strdup("text");
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, share, text);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  refcnt_unref(text);
  return 0;
}
