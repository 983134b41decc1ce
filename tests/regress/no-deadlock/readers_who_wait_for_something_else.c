// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore 26 states; bmc-order
// variant: -DTRY => unreach-call=true no-deadlock=true
// variant: -DBUG => no-deadlock=false
// variant: -DGONE => no-deadlock=false
// The writer waits for the reader, and the reader waits for nobody who waits for the writer: main, whom the mutex belongs to, lets go of it. With
// BUG main wants to write first, so that it waits for the reader, who waits for main's mutex. With GONE the reader ends and never lets go.
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int entries;

static void *look(void *unused) {
  pthread_rwlock_rdlock(&table);
  int seen = entries;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
#ifndef GONE
  pthread_rwlock_unlock(&table);
#endif
  return seen > 5 ? &entries : unused;
}

static void *change(void *unused) {
  pthread_rwlock_wrlock(&table);
  entries++;
  pthread_rwlock_unlock(&table);
  return unused;
}

int main(void) {
  pthread_t reader, writer;
#ifdef TRY
  if (pthread_rwlock_trywrlock(&table) == 0) pthread_rwlock_unlock(&table);
#endif
  pthread_mutex_lock(&lock);
  pthread_create(&reader, NULL, look, NULL);
  pthread_create(&writer, NULL, change, NULL);
#ifdef BUG
  change(NULL);
#endif
  pthread_mutex_unlock(&lock);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
  return 0;
}
