// SPDX-License-Identifier: GPL-3.0-or-later
// The list of Herlihy and Shavit, "The Art of Multiprocessor Programming", section 9.6: an operation walks along the
// sorted list without locks, locks the two nodes it has found, and looks again whether they still are neighbours. If
// they are not, it tries again; and nobody promises that it will ever succeed. One thread adds an element, the other
// one adds and removes others until the first is done. The driver is that of Atig, Bouajjani, Emmi, Lal (CAV 2012),
// figure 3b.
//
// expected: termination false formulas=slow
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct node {
  int key;
  struct node *_Atomic next;
  pthread_mutex_t lock;
};

static struct node *head;
static atomic_bool running = true;

static struct node *new_node(int key, struct node *next) {
  struct node *n = malloc(sizeof *n);
  n->key = key;
  n->next = next;
  pthread_mutex_init(&n->lock, NULL);
  return n;
}

struct place {
  struct node *before, *after;
};

static struct place find(int key) {
  struct place p;
  p.before = head;
  p.after = p.before->next;
  while (p.after->key < key) {
    p.before = p.after;
    p.after = p.after->next;
  }
  return p;
}

// Both nodes are locked.
static bool are_neighbours(struct place p) {
  for (struct node *n = head; n->key <= p.before->key; n = n->next)
    if (n == p.before) return n->next == p.after;
  return false;
}

static void lock(struct place p) {
  pthread_mutex_lock(&p.before->lock);
  pthread_mutex_lock(&p.after->lock);
}

static void unlock(struct place p) {
  pthread_mutex_unlock(&p.before->lock);
  pthread_mutex_unlock(&p.after->lock);
}

static bool add(int key) {
  for (;;) {
    struct place p = find(key);
    lock(p);
    if (are_neighbours(p)) {
      bool absent = p.after->key != key;
      if (absent) p.before->next = new_node(key, p.after);
      unlock(p);
      return absent;
    }
    unlock(p);
  }
}

static bool remove_key(int key) {
  for (;;) {
    struct place p = find(key);
    lock(p);
    if (are_neighbours(p)) {
      bool present = p.after->key == key;
      if (present) p.before->next = p.after->next;
      unlock(p);
      if (present) free(p.after);
      return present;
    }
    unlock(p);
  }
}

static void *adder(void *unused) {
  add(3);
  running = false;
  return unused;
}

static void *others(void *unused) {
  while (running) {
    if (__VERIFIER_nondet_bool())
      add(2);
    else
      remove_key(2);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  head = new_node(0, new_node(5, NULL));
  pthread_create(&one, NULL, adder, NULL);
  pthread_create(&two, NULL, others, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
