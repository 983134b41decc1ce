// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// variant: -DBUG=1 => unreach-call=false
// variant: -DBUG=2 => no-deadlock=false
// variant: -DBUG=3 => unreach-call=false
/* Bounded blocking queue: ring buffer on the heap, two producers and two consumers. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct bqueue {
    size_t cap, len, rd;
    int *ring;
    pthread_mutex_t mu;
    pthread_cond_t not_full;
    pthread_cond_t not_empty;
};

static struct bqueue *bqueue_new(size_t cap)
{
    struct bqueue *q = malloc(sizeof(*q));
    if (q == NULL)
        return NULL;
    q->ring = malloc(cap * sizeof(q->ring[0]));
    if (q->ring == NULL) {
        free(q);
        return NULL;
    }
    q->cap = cap;
    q->len = 0;
    q->rd = 0;
    pthread_mutex_init(&q->mu, NULL);
    pthread_cond_init(&q->not_full, NULL);
    pthread_cond_init(&q->not_empty, NULL);
    return q;
}

static void bqueue_free(struct bqueue *q)
{
    pthread_cond_destroy(&q->not_empty);
    pthread_cond_destroy(&q->not_full);
    pthread_mutex_destroy(&q->mu);
    free(q->ring);
    free(q);
}

static void bqueue_push(struct bqueue *q, int v)
{
    pthread_mutex_lock(&q->mu);
    while (q->len == q->cap)
        pthread_cond_wait(&q->not_full, &q->mu);
    q->ring[(q->rd + q->len) % q->cap] = v;
    q->len++;
#if BUG == 2
    /* "only wake somebody when the queue was empty" */
    if (q->len == 1)
        pthread_cond_signal(&q->not_empty);
#else
    pthread_cond_signal(&q->not_empty);
#endif
    pthread_mutex_unlock(&q->mu);
}

static int bqueue_pop(struct bqueue *q)
{
    pthread_mutex_lock(&q->mu);
#if BUG == 1
    if (q->len == 0)
#else
    while (q->len == 0)
#endif
        pthread_cond_wait(&q->not_empty, &q->mu);
    assert(q->len > 0);
    int v = q->ring[q->rd];
    q->rd = (q->rd + 1) % q->cap;
    q->len--;
    pthread_cond_signal(&q->not_full);
    pthread_mutex_unlock(&q->mu);
    return v;
}

static struct bqueue *q;

static void *producer(void *arg)
{
    bqueue_push(q, *(int *)arg);
    return NULL;
}

static void *consumer(void *arg)
{
    *(int *)arg = bqueue_pop(q);
    return NULL;
}

int main(void)
{
    int in[2] = { __VERIFIER_nondet_int(), __VERIFIER_nondet_int() };
    int out[2];
    pthread_t prod[2], cons[2];

    q = bqueue_new(2);
    if (!q)
        return 1;
    for (int i = 0; i < 2; i++)
        pthread_create(&cons[i], NULL, consumer, &out[i]);
    for (int i = 0; i < 2; i++)
        pthread_create(&prod[i], NULL, producer, &in[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(prod[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(cons[i], NULL);
#if BUG == 3
    assert(out[0] == in[0] && out[1] == in[1]); /* wrong: either order is possible */
#else
    assert((out[0] == in[0] && out[1] == in[1]) || (out[0] == in[1] && out[1] == in[0]));
#endif
    assert(q->len == 0);
    bqueue_free(q);
    return 0;
}
