// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
// flags: -DBUG=1
// variant: -DBUG=2 => unreach-call=false
// variant: -DBUG=3 => no-deadlock=false
/* Connection pool: counting semaphore, free list, statistics in double, sorted by qsort at the end. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define CONNS 2
#define CLIENTS 3

struct conn {
    int fd;
    char peer[8];
    int in_use;
    unsigned uses;
};

static struct conn conns[CONNS];
static sem_t available;
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;

static struct conn *conn_acquire(void)
{
    while (sem_wait(&available) != 0)
        if (errno != EINTR)
            return NULL;
    struct conn *c = NULL;
#if BUG != 1
    pthread_mutex_lock(&mu);
#endif
    for (int i = 0; i < CONNS && !c; i++)
        if (!conns[i].in_use)
            c = &conns[i];
    assert(c);
    c->in_use = 1;
    c->uses++;
#if BUG != 1
    pthread_mutex_unlock(&mu);
#endif
    return c;
}

static void conn_release(struct conn *c)
{
#if BUG == 2
    sem_post(&available); /* before the connection is really free */
    pthread_mutex_lock(&mu);
    c->in_use = 0;
    pthread_mutex_unlock(&mu);
#else
    pthread_mutex_lock(&mu);
    c->in_use = 0;
    pthread_mutex_unlock(&mu);
    sem_post(&available);
#endif
}

static void *client(void *arg)
{
    unsigned *bytes = arg;
    struct conn *c = conn_acquire();
    if (!c)
        return NULL;
    *bytes += (unsigned)strlen(c->peer) + (unsigned)c->fd;
#if BUG == 3
    if (*bytes > 1000)
        return NULL; /* over quota: connection leaks */
#endif
    conn_release(c);
    return NULL;
}

static int by_uses(const void *a, const void *b)
{
    const struct conn *x = a, *y = b;
    return (x->uses < y->uses) - (x->uses > y->uses);
}

int main(void)
{
    pthread_t t[CLIENTS];
    unsigned bytes[CLIENTS] = { 0 };

    bytes[0] = __VERIFIER_nondet_uint() % 2000;
    bytes[1] = bytes[0];
    for (int i = 0; i < CONNS; i++) {
        conns[i].fd = 3;
        strcpy(conns[i].peer, i ? "db1" : "db0");
    }
    sem_init(&available, 0, CONNS);
    for (int i = 0; i < CLIENTS; i++)
        pthread_create(&t[i], NULL, client, &bytes[i]);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(t[i], NULL);
    qsort(conns, CONNS, sizeof conns[0], by_uses);
    assert(conns[0].uses >= conns[1].uses);
    assert(conns[0].uses + conns[1].uses == CLIENTS);
    assert(bytes[2] == 6);
    double mean = (double)(conns[0].uses + conns[1].uses) / CONNS;
    assert(mean == 1.5);
    sem_destroy(&available);
    return 0;
}
