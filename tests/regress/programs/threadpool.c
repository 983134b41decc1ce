// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=true no-data-race=true no-deadlock=false
// variant: -DBUG=2 => unreach-call=true no-data-race=false no-deadlock=true
/* A small fixed-size thread pool with a FIFO of heap-allocated tasks. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef void (*task_fn)(void *arg);

struct task {
    task_fn fn;
    void *arg;
    struct task *next;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct task *head, *tail;
    bool shutdown;
    unsigned nthreads;
    pthread_t *threads;
};

static void *pool_worker(void *p)
{
    struct pool *pool = p;

    for (;;) {
        pthread_mutex_lock(&pool->lock);
#if BUG == 3
        if (!pool->head && !pool->shutdown)
            pthread_cond_wait(&pool->work, &pool->lock);
        if (pool->shutdown && !pool->head) {
#else
        while (!pool->head && !pool->shutdown)
            pthread_cond_wait(&pool->work, &pool->lock);
        if (!pool->head) {
#endif
            pthread_mutex_unlock(&pool->lock);
            return NULL;
        }
        struct task *t = pool->head;
        pool->head = t->next;
        if (!pool->head)
            pool->tail = NULL;
        pthread_mutex_unlock(&pool->lock);

        t->fn(t->arg);
        free(t);
    }
}

static struct pool *pool_create(unsigned nthreads)
{
    struct pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pool->threads = calloc(nthreads, sizeof *pool->threads);
    if (!pool->threads) {
        free(pool);
        return NULL;
    }
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    for (unsigned i = 0; i < nthreads; i++) {
        if (pthread_create(&pool->threads[i], NULL, pool_worker, pool) != 0)
            break;
        pool->nthreads++;
    }
    return pool;
}

static int pool_submit(struct pool *pool, task_fn fn, void *arg)
{
    struct task *t = malloc(sizeof *t);
    if (!t)
        return -1;
    t->fn = fn;
    t->arg = arg;
    t->next = NULL;
#if BUG == 2
    if (pool->shutdown) {
        free(t);
        return -1;
    }
    pthread_mutex_lock(&pool->lock);
#else
    pthread_mutex_lock(&pool->lock);
    if (pool->shutdown) {
        pthread_mutex_unlock(&pool->lock);
        free(t);
        return -1;
    }
#endif
    if (pool->tail)
        pool->tail->next = t;
    else
        pool->head = t;
    pool->tail = t;
    pthread_cond_signal(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    return 0;
}

static void pool_destroy(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->shutdown = true;
#if BUG == 1
    pthread_cond_signal(&pool->work);
#else
    pthread_cond_broadcast(&pool->work);
#endif
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->nthreads; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->work);
    free(pool->threads);
    free(pool);
}

struct counter {
    pthread_mutex_t lock;
    int value;
};

static struct counter total = { PTHREAD_MUTEX_INITIALIZER, 0 };

static void add_amount(void *arg)
{
    int *amount = arg;
    pthread_mutex_lock(&total.lock);
    total.value += *amount;
    pthread_mutex_unlock(&total.lock);
}

static struct pool *the_pool;
static int second = 5;

static void add_and_respawn(void *arg)
{
    add_amount(arg);
    pool_submit(the_pool, add_amount, &second);
}

int main(void)
{
    int a = 1, b = 2;

    the_pool = pool_create(2);
    if (!the_pool)
        return EXIT_FAILURE;
    if (pool_submit(the_pool, add_amount, &a) || pool_submit(the_pool, add_and_respawn, &b))
        fprintf(stderr, "submit failed\n");
    pool_destroy(the_pool);
    assert(total.value == 3 || total.value == 8);
    return 0;
}
