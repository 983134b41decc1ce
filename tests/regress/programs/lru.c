// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => no-data-race=false
/* LRU cache of capacity 2 under a read-write lock: lookups that only peek take the
   read lock, lookups that touch the order take the write lock. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct node {
    int key, value;
    struct node *prev, *next;
};

struct lru {
    pthread_rwlock_t lock;
    struct node list; /* sentinel; list.next is the most recent */
    int size, cap;
};

static void unlink_node(struct node *n)
{
    n->prev->next = n->next;
    n->next->prev = n->prev;
}

static void push_front(struct lru *c, struct node *n)
{
    n->next = c->list.next;
    n->prev = &c->list;
    c->list.next->prev = n;
    c->list.next = n;
}

static void lru_init(struct lru *c, int cap)
{
    pthread_rwlock_init(&c->lock, NULL);
    c->list.prev = c->list.next = &c->list;
    c->size = 0;
    c->cap = cap;
}

static struct node *lookup(struct lru *c, int key)
{
    for (struct node *n = c->list.next; n != &c->list; n = n->next)
        if (n->key == key)
            return n;
    return NULL;
}

static int lru_get(struct lru *c, int key, int *value)
{
    int hit = 0;
#if BUG == 1
    pthread_rwlock_rdlock(&c->lock); /* but moves the node below */
#else
    pthread_rwlock_wrlock(&c->lock);
#endif
    struct node *n = lookup(c, key);
    if (n) {
        unlink_node(n);
        push_front(c, n);
        *value = n->value;
        hit = 1;
    }
    pthread_rwlock_unlock(&c->lock);
    return hit;
}

static int lru_peek(struct lru *c, int key, int *value)
{
    pthread_rwlock_rdlock(&c->lock);
    struct node *n = lookup(c, key);
#if BUG == 2
    pthread_rwlock_unlock(&c->lock);
    if (n)
        *value = n->value; /* may be evicted by now */
#else
    if (n)
        *value = n->value;
    pthread_rwlock_unlock(&c->lock);
#endif
    return n != NULL;
}

static void lru_put(struct lru *c, int key, int value)
{
    pthread_rwlock_wrlock(&c->lock);
    struct node *n = lookup(c, key);
    if (n) {
        n->value = value;
        unlink_node(n);
    } else {
        if (c->size == c->cap) {
            struct node *victim = c->list.prev;
            unlink_node(victim);
            free(victim);
            c->size--;
        }
        n = malloc(sizeof *n);
        if (!n)
            abort();
        n->key = key;
        n->value = value;
        c->size++;
    }
    push_front(c, n);
    pthread_rwlock_unlock(&c->lock);
}

static struct lru cache;

static void *client(void *arg)
{
    int key = *(int *)arg, v;
    if (lru_get(&cache, key, &v))
        assert(v == key * 10);
    else
        lru_put(&cache, key, key * 10);
    return NULL;
}

static void *monitor(void *arg)
{
    int v;
    (void)arg;
    if (lru_peek(&cache, 1, &v))
        assert(v == 10);
    return NULL;
}

int main(void)
{
    pthread_t a, b, m;
    int ka = 2, kb = __VERIFIER_nondet_int();

    __VERIFIER_assume(kb >= 1 && kb <= 3);
    lru_init(&cache, 2);
    lru_put(&cache, 1, 10);
    lru_put(&cache, 2, 20);
    pthread_create(&a, NULL, client, &ka);
    pthread_create(&b, NULL, client, &kb);
    pthread_create(&m, NULL, monitor, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(m, NULL);
    assert(cache.size == 2);
    while (cache.list.next != &cache.list) {
        struct node *n = cache.list.next;
        unlink_node(n);
        free(n);
    }
    pthread_rwlock_destroy(&cache.lock);
    return 0;
}
