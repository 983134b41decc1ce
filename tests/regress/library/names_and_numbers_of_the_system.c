// SPDX-License-Identifier: GPL-3.0-or-later
// What the system says about a file, about itself and about its threads is anything that it may say. Names have any
// length: a search looks at eight characters, and an analysis of every thread for itself at all of them.
// expect: unreach-call=true
// variant: --32 => unreach-call=true
// variant: -DSIZE => unreach-call=false
// variant: -DPRIORITY => unreach-call=false
// variant: -DNAMES => no-data-race=true
// variant: -DNAMES -DRACE => no-data-race=false
// variant: -DROBUST => unreach-call=unknown
// reason: mutex whose owner may end
// variant: -DWRITERS => unreach-call=unknown
// reason: read write lock that prefers writers
// variant: -DSIGNAL => unreach-call=unknown
// reason: signal for a thread
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char name[64];
static void *names(void *unused) {
  char own[64];
  gethostname(unused ? own : name, sizeof own);
  return unused;
}

int main(void) {
  struct stat s;
  if (stat("x", &s) == 0) {
    assert(s.st_size >= 0 && s.st_mtim.tv_nsec < 1000000000);
#ifdef SIZE
    assert(s.st_size != 12);
#endif
  }
  struct rusage r;
  assert(getrusage(RUSAGE_SELF, &r) == 0 && r.ru_utime.tv_usec < 1000000 && r.ru_maxrss >= 0);
  int policy;
  struct sched_param p;
  assert(pthread_getschedparam(pthread_self(), &policy, &p) == 0 && p.sched_priority <= 99);
#ifdef PRIORITY
  assert(p.sched_priority == 0);
#endif
  assert(getpriority(PRIO_PROCESS, 0) >= -20 && pthread_kill(pthread_self(), 0) == 0);
  unsigned char bytes[4];
  assert(getentropy(bytes, 4) == 0 && getentropy(bytes, 257) == -1 && errno == EIO);
  char file[] = "/tmp/aXXXXXX", other[] = "XXX";
  if (mkstemp(file) >= 0) assert(file[5] == 'a' && file[12] == 0);
  assert(mkstemp(other) == -1 && errno == EINVAL);
#ifdef NAMES
  pthread_t thread;
  pthread_create(&thread, NULL, names, NULL);
  names(&thread);
#ifdef RACE
  name[0] = 'a';
#endif
  pthread_join(thread, NULL);
#endif
#ifdef ROBUST
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
#endif
#ifdef WRITERS
  pthread_rwlockattr_t kind;
  pthread_rwlockattr_init(&kind);
  pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
#endif
#ifdef SIGNAL
  pthread_kill(pthread_self(), SIGINT);
#endif
}
