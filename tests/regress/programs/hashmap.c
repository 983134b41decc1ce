// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=false
// variant: -DBUG=2 => no-deadlock=false
// variant: -DBUG=3 => no-data-race=false
/* Hash map from unsigned keys to ints; buckets are chains, locks are striped. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define NBUCKETS 4u
#define NSTRIPES 2u

struct entry {
    unsigned key;
    int value;
    struct entry *next;
};

struct stripe {
    pthread_mutex_t mu;
    unsigned count;
};

struct hashmap {
    struct entry *bucket[NBUCKETS];
    struct stripe stripe[NSTRIPES];
};

static unsigned hash(unsigned k)
{
    k ^= k >> 16;
    k *= 0x45d9f3bu;
    k ^= k >> 16;
    return k;
}

static void map_init(struct hashmap *m)
{
    for (unsigned i = 0; i < NBUCKETS; i++)
        m->bucket[i] = NULL;
    for (unsigned i = 0; i < NSTRIPES; i++) {
        pthread_mutex_init(&m->stripe[i].mu, NULL);
        m->stripe[i].count = 0;
    }
}

static struct entry *find(struct entry *e, unsigned key)
{
    while (e && e->key != key)
        e = e->next;
    return e;
}

/* Adds `delta` to the value of `key`, inserting it first where it is missing. */
static int map_add(struct hashmap *m, unsigned key, int delta)
{
    unsigned b = hash(key) % NBUCKETS;
    struct stripe *s = &m->stripe[b % NSTRIPES];

    pthread_mutex_lock(&s->mu);
    struct entry *e = find(m->bucket[b], key);
#if BUG == 1
    pthread_mutex_unlock(&s->mu); /* "malloc outside of the lock": check-then-act */
    if (!e) {
        e = calloc(1, sizeof *e);
        if (!e)
            return -1;
        e->key = key;
        pthread_mutex_lock(&s->mu);
        e->next = m->bucket[b];
        m->bucket[b] = e;
        s->count++;
    } else {
        pthread_mutex_lock(&s->mu);
    }
#else
    if (!e) {
        e = calloc(1, sizeof *e);
        if (!e) {
            pthread_mutex_unlock(&s->mu);
            return -1;
        }
        e->key = key;
        e->next = m->bucket[b];
        m->bucket[b] = e;
        s->count++;
    }
#endif
    e->value += delta;
    pthread_mutex_unlock(&s->mu);
    return 0;
}

static bool map_get(struct hashmap *m, unsigned key, int *out)
{
    unsigned b = hash(key) % NBUCKETS;
    struct stripe *s = &m->stripe[b % NSTRIPES];
    bool found = false;

    pthread_mutex_lock(&s->mu);
    struct entry *e = find(m->bucket[b], key);
#if BUG == 2
    if (!e)
        return false; /* forgets the lock */
#endif
    if (e) {
        *out = e->value;
        found = true;
    }
    pthread_mutex_unlock(&s->mu);
    return found;
}

static unsigned map_size(struct hashmap *m)
{
    unsigned n = 0;
    for (unsigned i = 0; i < NSTRIPES; i++) {
#if BUG != 3
        pthread_mutex_lock(&m->stripe[i].mu);
#endif
        n += m->stripe[i].count;
#if BUG != 3
        pthread_mutex_unlock(&m->stripe[i].mu);
#endif
    }
    return n;
}

static struct hashmap map;
static unsigned user_key;

static void *writer(void *arg)
{
    int v;
    map_add(&map, 7, (int)(intptr_t)arg);
    if (map_get(&map, user_key, &v))
        assert(v != 0);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int v = 0;

    user_key = __VERIFIER_nondet_uint() % 16;
    map_init(&map);
    pthread_create(&t[0], NULL, writer, (void *)1);
    pthread_create(&t[1], NULL, writer, (void *)2);
    assert(map_size(&map) <= 2);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(map_get(&map, 7, &v));
    assert(v == 3);
    assert(map_size(&map) == 1);
    for (unsigned i = 0; i < NBUCKETS; i++)
        for (struct entry *e = map.bucket[i], *n; e; e = n) {
            n = e->next;
            free(e);
        }
    return 0;
}
