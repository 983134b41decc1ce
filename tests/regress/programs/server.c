// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=false no-data-race=false no-deadlock=true
// variant: -DBUG=2 => unreach-call=true no-data-race=true no-deadlock=true
/* Server with detached connection threads, a spin lock around the statistics, and main that waits for quiet. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_spinlock_t stat_lock;
static struct { unsigned requests, bytes; } stats;
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t idle;
static int active;

struct conn {
    unsigned char buf[4];
    unsigned n;
};

static void *serve(void *arg)
{
    struct conn *c = arg;
    unsigned sum = 0;
    for (unsigned i = 0; i < c->n; i++)
        sum += c->buf[i];
    pthread_spin_lock(&stat_lock);
    stats.requests++;
    stats.bytes += c->n;
    pthread_spin_unlock(&stat_lock);
    free(c);
    pthread_mutex_lock(&mu);
#if BUG == 1
    active--;
    if (active == 0)
        pthread_cond_signal(&idle);
    pthread_mutex_unlock(&mu);
    stats.bytes += 0 * sum; /* touches the statistics after it said it is done */
#else
    if (--active == 0)
        pthread_cond_signal(&idle);
    pthread_mutex_unlock(&mu);
#endif
    return (void *)(uintptr_t)sum;
}

static int accept_one(unsigned n)
{
    pthread_t t;
    struct conn *c = calloc(1, sizeof *c);
    if (!c)
        return -1;
    c->n = n;
    for (unsigned i = 0; i < n; i++)
        c->buf[i] = (unsigned char)(i + 1);
#if BUG != 2
    pthread_mutex_lock(&mu);
    active++;
    pthread_mutex_unlock(&mu);
#endif
    if (pthread_create(&t, NULL, serve, c) != 0) {
        free(c);
        return -1;
    }
    pthread_detach(t);
#if BUG == 2
    pthread_mutex_lock(&mu);
    active++; /* after the thread may have counted down: signal is lost, active goes -1, 0 */
    pthread_mutex_unlock(&mu);
#endif
    usleep(10);
    return 0;
}

int main(void)
{
    pthread_spin_init(&stat_lock, PTHREAD_PROCESS_PRIVATE);
    pthread_cond_init(&idle, NULL);
    accept_one(2);
    accept_one(3);
    pthread_mutex_lock(&mu);
    while (active != 0)
        pthread_cond_wait(&idle, &mu);
    pthread_mutex_unlock(&mu);
    assert(stats.requests == 2);
    assert(stats.bytes == 5);
    return 0;
}
