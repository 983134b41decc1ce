// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 13
#include <pthread.h>
#include <semaphore.h>

static pthread_t ids[3];
static sem_t known[3];

static void *joiner(void *arg) {
  int me = (int)(long)arg;
  sem_wait(&known[me]);
  pthread_join(ids[(me + 1) % 3], NULL);
  return NULL;
}
int main(void) {
  for (int i = 0; i < 3; i++) sem_init(&known[i], 0, 0);
  for (long i = 0; i < 3; i++) pthread_create(&ids[i], NULL, joiner, (void *)i);
  for (int i = 0; i < 3; i++) sem_post(&known[i]);
  pthread_exit(NULL);
}
