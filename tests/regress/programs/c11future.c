// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => no-deadlock=false
// variant: -DBUG=2 => no-deadlock=false
// variant: -DBUG=3 => no-data-race=false
/* A future/promise in C11 threads: many waiters, one producer, a result or an error. */
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

extern int __VERIFIER_nondet_int(void);

enum state { PENDING, READY, FAILED };

struct future {
    mtx_t m;
    cnd_t done;
    enum state state;
    int value;
    int refs;
};

static struct future *future_new(int refs)
{
    struct future *f = malloc(sizeof *f);
    if (!f)
        return NULL;
    if (mtx_init(&f->m, mtx_plain) != thrd_success) {
        free(f);
        return NULL;
    }
    if (cnd_init(&f->done) != thrd_success) {
        mtx_destroy(&f->m);
        free(f);
        return NULL;
    }
    f->state = PENDING;
    f->value = 0;
    f->refs = refs;
    return f;
}

static void future_release(struct future *f)
{
#if BUG == 3
    mtx_lock(&f->m);
    f->refs--;
    mtx_unlock(&f->m);
    if (f->refs == 0) { /* read outside the lock: race, two threads may free */
#else
    mtx_lock(&f->m);
    int left = --f->refs;
    mtx_unlock(&f->m);
    if (left == 0) {
#endif
        cnd_destroy(&f->done);
        mtx_destroy(&f->m);
        free(f);
    }
}

static void future_complete(struct future *f, enum state s, int value)
{
    mtx_lock(&f->m);
    assert(f->state == PENDING);
    f->value = value;
    f->state = s;
#if BUG == 1
    cnd_signal(&f->done);
#else
    cnd_broadcast(&f->done);
#endif
    mtx_unlock(&f->m);
}

static int future_get(struct future *f, int *value)
{
    mtx_lock(&f->m);
    while (f->state == PENDING)
        cnd_wait(&f->done, &f->m);
#if BUG == 2
    if (f->state == FAILED)
        return -1;
#endif
    int rc = f->state == READY ? 0 : -1;
    *value = f->value;
    mtx_unlock(&f->m);
    return rc;
}

static int request;

static int compute(void *arg)
{
    struct future *f = arg;
    if (request < 0)
        future_complete(f, FAILED, 0);
    else
        future_complete(f, READY, request / 2);
    future_release(f);
    return 0;
}

static int waiter(void *arg)
{
    struct future *f = arg;
    int v = 0, rc = future_get(f, &v);
    assert(rc == (request < 0 ? -1 : 0));
    if (rc == 0)
        assert(v <= request);
    future_release(f);
    return rc;
}

int main(void)
{
    thrd_t w[2], p;
    int rc[2];

    request = __VERIFIER_nondet_int();
    struct future *f = future_new(3);
    if (!f)
        return 1;
    if (thrd_create(&w[0], waiter, f) != thrd_success || thrd_create(&w[1], waiter, f) != thrd_success ||
        thrd_create(&p, compute, f) != thrd_success)
        abort();
    thrd_join(p, NULL);
    thrd_join(w[0], &rc[0]);
    thrd_join(w[1], &rc[1]);
    assert(rc[0] == rc[1]);
    return 0;
}
