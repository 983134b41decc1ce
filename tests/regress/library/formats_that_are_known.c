// SPDX-License-Identifier: GPL-3.0-or-later
// A literal format with nothing but what the models know meets nothing unmodelled, in no execution.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: invariants
// variant: -DUNKNOWN => no-data-race=unknown
// engines: invariants "not modelled"
// variant: -DFLOATING => no-data-race=unknown
// engines: invariants "not modelled"
// variant: -DSAME_TEXT => no-data-race=false
// engines: explore
#include <pthread.h>
#include <stdio.h>

static int n;
static char shared[32];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *format) {
  char text[32];
  for (int i = 0; i < 2; i++) {
#ifdef UNKNOWN
    snprintf(text, sizeof text, format, i);
#elif defined FLOATING
    snprintf(text, sizeof text, "%5.1f", i * 0.5);
#elif defined SAME_TEXT
    snprintf(shared, sizeof shared, "worker %d", i);
#else
    int a = 0, b = 0;
    snprintf(text, sizeof text, "worker %-3d %s%% %c %08lx", i, "x", 'c', (long)i);
    sprintf(text, "%d %d", i, i + 1);
    sscanf(text, "%d %d", &a, &b);
#endif
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(int argc, char **argv) {
  char format[3] = "%d";
  if (argc > 3) format[1] = 'x';
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(t + i, NULL, work, format);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
