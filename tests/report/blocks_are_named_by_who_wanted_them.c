// SPDX-License-Identifier: GPL-3.0-or-later
// A block is named by the type of the variable, member or result that gets its address, and by the call that wanted it,
// also where a function of the program or of the library stands between the two.
// flags: --property no-data-race --all
// verdict: false(no-data-race)
// shows: data race on queue->length (xmalloc at blocks_are_named_by_who_wanted_them.c:56)
// shows: data race on job->done (xmalloc at blocks_are_named_by_who_wanted_them.c:57)
// shows: data race on node->value (calloc at blocks_are_named_by_who_wanted_them.c:38)
// shows: data race on slot[1].used (calloc at blocks_are_named_by_who_wanted_them.c:59)
// shows: data race on char[1] (strdup at blocks_are_named_by_who_wanted_them.c:60)
// shows: data race on byte 4 of (malloc at blocks_are_named_by_who_wanted_them.c:61)
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct queue {
  int *head;
  int length;
};
struct job {
  long number;
  int done;
};
typedef struct node {
  struct node *next;
  int value;
} node;
struct slot {
  int used, unused;
};
static struct queue *queue;
static struct { int count; struct { struct job *first; } jobs; } all;
static node *list;
static struct slot *slots;
static char *name;
static void *bytes;

static node *make_node(void) { return calloc(1, sizeof(node)); }
static void *xmalloc(size_t size) {
  void *block = malloc(size);
  if (!block) abort();
  return block;
}
static void *work(void *unused) {
  queue->length++;
  all.jobs.first->done = 1;
  list->value = 2;
  slots[1].used = 1;
  name[1] = 'x';
  memset((char *)bytes + 4, 0, 4);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  queue = xmalloc(sizeof *queue);
  all.jobs.first = xmalloc(sizeof(struct job));
  list = make_node();
  slots = calloc(2, sizeof *slots);
  name = strdup("name");
  bytes = malloc(8);
  queue->length = 0;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
