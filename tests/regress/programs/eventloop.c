// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=true no-data-race=false no-deadlock=true
// variant: -DBUG=2 => unreach-call=false no-data-race=false
// variant: -DBUG=3 => unreach-call=false no-deadlock=true
/* Event loop: other threads post events under a small spin lock; the loop polls and stops
   when asked to. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct spinlock {
    atomic_flag held;
};

static void spin_lock(struct spinlock *l)
{
    while (atomic_flag_test_and_set_explicit(&l->held, memory_order_acquire))
        sched_yield();
}

static void spin_unlock(struct spinlock *l)
{
    atomic_flag_clear_explicit(&l->held, memory_order_release);
}

typedef void (*handler)(void *ctx, int arg);

struct event {
    handler fn;
    void *ctx;
    int arg;
    struct event *next;
};

static struct loop {
    struct spinlock lock;
    struct event *queue;
#if BUG == 1
    bool stop;
#else
    atomic_bool stop;
#endif
} loop = { .lock = { ATOMIC_FLAG_INIT } };

static void loop_post(handler fn, void *ctx, int arg)
{
    struct event *e = malloc(sizeof *e);
    if (!e)
        abort();
    e->fn = fn;
    e->ctx = ctx;
    e->arg = arg;
#if BUG == 2
    e->next = loop.queue; /* read before taking the lock */
    spin_lock(&loop.lock);
#else
    spin_lock(&loop.lock);
    e->next = loop.queue;
#endif
    loop.queue = e;
    spin_unlock(&loop.lock);
}

static int loop_run_pending(void)
{
    int n = 0;

    spin_lock(&loop.lock);
    struct event *e = loop.queue;
    loop.queue = NULL;
    spin_unlock(&loop.lock);
    while (e) {
        struct event *next = e->next;
        e->fn(e->ctx, e->arg);
        free(e);
        e = next;
        n++;
    }
    return n;
}

static void *loop_thread(void *arg)
{
    (void)arg;
    while (!loop.stop)
        if (loop_run_pending() == 0)
            sched_yield();
#if BUG != 3
    loop_run_pending(); /* what was posted before the stop; BUG 3 forgets it */
#endif
    return NULL;
}

static void on_tick(void *ctx, int arg)
{
    *(int *)ctx += arg;
}

static int ticks;

static void *poster(void *arg)
{
    loop_post(on_tick, &ticks, *(int *)arg);
    return NULL;
}

int main(void)
{
    pthread_t l, p[2];
    int arg[2] = { 1, 10 };

    pthread_create(&l, NULL, loop_thread, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&p[i], NULL, poster, &arg[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(p[i], NULL);
    loop.stop = true;
    pthread_join(l, NULL);
    assert(ticks == 11);
    return 0;
}
