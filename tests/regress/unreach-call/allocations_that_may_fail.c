// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// variant: --malloc-may-fail => unreach-call=false
// engines: auto; bmc-order; bmc-lazy; bmc-eager; induction unknown; impact
// variant: -DCHECKED --malloc-may-fail => unreach-call=true
// engines: auto; bmc-order; impact
// variant: -DKIND=1 --malloc-may-fail => unreach-call=false
// variant: -DKIND=2 --malloc-may-fail => unreach-call=false
// variant: -DKIND=3 --malloc-may-fail => unreach-call=false
// variant: -DKIND=4 --malloc-may-fail => unreach-call=false
// variant: -DKIND=5 --malloc-may-fail => unreach-call=false
// variant: -DKIND=6 --malloc-may-fail => unreach-call=false
// variant: -DKIND=7 --malloc-may-fail => unreach-call=false
// variant: -DKIND=8 --malloc-may-fail => unreach-call=false
// variant: -DKIND=1 -DCHECKED --malloc-may-fail => unreach-call=true
// variant: -DKIND=2 -DCHECKED --malloc-may-fail => unreach-call=true
// variant: -DKIND=3 -DCHECKED --malloc-may-fail => unreach-call=true
// variant: -DKIND=4 -DCHECKED --malloc-may-fail => unreach-call=true
// variant: -DKIND=5 -DCHECKED --malloc-may-fail => unreach-call=true
// variant: -DKIND=6 -DCHECKED --malloc-may-fail => unreach-call=true
// variant: -DKIND=7 -DCHECKED --malloc-may-fail => unreach-call=true
// variant: -DKIND=8 -DCHECKED --malloc-may-fail => unreach-call=true
// The error is the one that POSIX and C11 name; errno is set where they say so.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#ifndef KIND
#define KIND 0
#endif

static void *run(void *unused) { return unused; }
static int run_c11(void *unused) { return unused != NULL; }

#ifdef CHECKED
#define FAILS(condition, error) if (condition) { assert(error); return 0; }
#else
#define FAILS(condition, error) assert(!(condition));
#endif

int main(void) {
#if KIND == 0
  int *block = malloc(sizeof *block);
  FAILS(block == NULL, errno == ENOMEM)
  *block = 1;
  free(block);
#elif KIND == 1
  void *(*allocate)(size_t, size_t) = calloc;
  int *block = allocate(2, sizeof *block);
  FAILS(block == NULL, errno == ENOMEM)
  assert(block[1] == 0);
#elif KIND == 2
  int *block = malloc(sizeof *block);
  if (block == NULL) return 0;
  *block = 7;
  int *larger = realloc(block, 2 * sizeof *block);
  FAILS(larger == NULL, errno == ENOMEM && *block == 7)
  assert(*larger == 7);
#elif KIND == 3
  char *copy = strdup("ab");
  FAILS(copy == NULL, errno == ENOMEM)
  assert(copy[1] == 'b');
#elif KIND == 4
  void *block = NULL;
  int error = posix_memalign(&block, 64, 8);
  FAILS(error != 0, error == ENOMEM && block == NULL)
#elif KIND == 5
  pthread_t thread;
  int error = pthread_create(&thread, NULL, run, NULL);
  FAILS(error != 0, error == EAGAIN)
  pthread_join(thread, NULL);
#elif KIND == 6
  thrd_t thread;
  int error = thrd_create(&thread, run_c11, NULL);
  FAILS(error != thrd_success, error == thrd_nomem || error == thrd_error)
  thrd_join(thread, NULL);
#elif KIND == 7
  pthread_mutex_t lock;
  int error = pthread_mutex_init(&lock, NULL);
  FAILS(error != 0, error == ENOMEM || error == EAGAIN)
  pthread_mutex_lock(&lock);
#elif KIND == 8
  sem_t semaphore;
  int result = sem_init(&semaphore, 0, 1);
  FAILS(result != 0, result == -1 && errno == ENOSPC)
  sem_wait(&semaphore);
#endif
  return 0;
}
