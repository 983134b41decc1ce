// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: induction
// Two kinds of threads run the same procedure; what one of them leaves in a variable is gone when the procedure is called again.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b;
static void *run(void *which);

static void visit(void *again, void *which) {
  int value, *p = &value;
  if (again) {
    pthread_mutex_lock(&m);
    if (*p == 3) a = 1;
    pthread_mutex_unlock(&m);
    return;
  }
  *p = 3;
  if (which == &a) {
    pthread_t t;
    pthread_create(&t, NULL, run, &b);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
}

static void *run(void *which) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  void *again = NULL;
  for (;;) {
    visit(again, which);
    if (which == &b || again) break;
    again = &a;
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, &a);
  return 0;
}
