// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=true no-data-race=false no-deadlock=true
// variant: -DBUG=2 => unreach-call=true no-data-race=true no-deadlock=true
/* Two workers with deques of their own; an idle worker steals with trylock; atomic count of open tasks. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

#define WORKERS 2
#define CAP 4

struct deque {
    pthread_mutex_t mu;
    int task[CAP];
    int top, bottom;
};

static struct deque dq[WORKERS];
static atomic_int open_tasks;
static atomic_int done_mask;

static void deque_push(struct deque *d, int t)
{
    pthread_mutex_lock(&d->mu);
    d->task[d->bottom++] = t;
    pthread_mutex_unlock(&d->mu);
}

static bool deque_pop(struct deque *d, int *t)
{
    bool ok = false;
    pthread_mutex_lock(&d->mu);
    if (d->top < d->bottom) {
        *t = d->task[--d->bottom];
        ok = true;
    }
    pthread_mutex_unlock(&d->mu);
    return ok;
}

static bool deque_steal(struct deque *d, int *t)
{
    bool ok = false;
#if BUG == 1
    if (d->top == d->bottom) /* unlocked peek */
        return false;
#endif
    if (pthread_mutex_trylock(&d->mu) != 0)
        return false;
    if (d->top < d->bottom) {
        *t = d->task[d->top++];
        ok = true;
    }
    pthread_mutex_unlock(&d->mu);
    return ok;
}

static void execute(int self, int t)
{
    if (t == 0) { /* spawns one */
#if BUG == 2
        deque_push(&dq[self], 1);
        atomic_fetch_add(&open_tasks, 1); /* too late: others may have left, count may hit zero early */
#else
        atomic_fetch_add(&open_tasks, 1);
        deque_push(&dq[self], 1);
#endif
    }
    int old = atomic_fetch_or(&done_mask, 1 << t);
    assert(!(old & (1 << t)));
    int left = atomic_fetch_sub(&open_tasks, 1) - 1;
    assert(left >= 0);
#if BUG == 2
    (void)left;
#endif
}

static void *worker(void *arg)
{
    int self = *(int *)arg, t;
    while (atomic_load(&open_tasks) > 0) {
        if (deque_pop(&dq[self], &t) || deque_steal(&dq[1 - self], &t))
            execute(self, t);
        else
            sched_yield();
    }
    return NULL;
}

int main(void)
{
    pthread_t t[WORKERS];
    int id[WORKERS] = { 0, 1 };

    for (int i = 0; i < WORKERS; i++)
        pthread_mutex_init(&dq[i].mu, NULL);
    atomic_store(&open_tasks, 2);
    deque_push(&dq[0], 2);
    deque_push(&dq[0], 0);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&t[i], NULL, worker, &id[i]);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], NULL);
    assert(atomic_load(&done_mask) == 7);
    return 0;
}
