// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=true no-data-race=true no-deadlock=false
// variant: -DBUG=2 => unreach-call=false no-data-race=true no-deadlock=true
// variant: -DBUG=3 => unreach-call=true no-data-race=false no-deadlock=true
/* Token bucket: callers wait for a token with a deadline, a refill thread adds tokens. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

struct limiter {
    pthread_mutex_t mu;
    pthread_cond_t refilled;
    int tokens, burst;
    int granted;
    bool closed;
};

static struct limiter lim = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 1, 2, 0, false };

static bool limiter_acquire(struct limiter *l, long timeout_ms)
{
    struct timespec until;
    bool ok = false;
    int rc = 0;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += timeout_ms / 1000;
    until.tv_nsec += (timeout_ms % 1000) * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&l->mu);
    while (l->tokens == 0 && !l->closed && rc != ETIMEDOUT)
        rc = pthread_cond_timedwait(&l->refilled, &l->mu, &until);
#if BUG == 1
    if (rc == ETIMEDOUT)
        return false; /* keeps the lock */
#endif
#if BUG == 2
    if (!l->closed) { /* forgets that a timeout leaves no token */
#else
    if (l->tokens > 0 && !l->closed) {
#endif
        l->tokens--;
        l->granted++;
        ok = true;
    }
    assert(l->tokens >= 0);
    pthread_mutex_unlock(&l->mu);
    return ok;
}

static void limiter_refill(struct limiter *l, int n)
{
    pthread_mutex_lock(&l->mu);
    l->tokens += n;
    if (l->tokens > l->burst)
        l->tokens = l->burst;
    pthread_cond_broadcast(&l->refilled);
    pthread_mutex_unlock(&l->mu);
}

static void limiter_close(struct limiter *l)
{
#if BUG == 3
    l->closed = true; /* without the lock */
#else
    pthread_mutex_lock(&l->mu);
    l->closed = true;
    pthread_mutex_unlock(&l->mu);
#endif
    pthread_cond_broadcast(&l->refilled);
}

static void *caller(void *arg)
{
    *(bool *)arg = limiter_acquire(&lim, 250);
    return NULL;
}

static void *refiller(void *arg)
{
    struct timespec tick = { 0, 1000000 };
    (void)arg;
    nanosleep(&tick, NULL);
    limiter_refill(&lim, 1);
    return NULL;
}

int main(void)
{
    pthread_t c[2], r;
    bool got[2];

    pthread_create(&c[0], NULL, caller, &got[0]);
    pthread_create(&c[1], NULL, caller, &got[1]);
    pthread_create(&r, NULL, refiller, NULL);
    pthread_join(r, NULL);
    limiter_close(&lim);
    pthread_join(c[0], NULL);
    pthread_join(c[1], NULL);
    assert(lim.granted == got[0] + got[1]);
    assert(lim.granted <= 2);
    return 0;
}
