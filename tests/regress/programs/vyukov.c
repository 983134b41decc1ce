// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=false no-data-race=false no-deadlock=true
// variant: -DBUG=2 => unreach-call=false no-deadlock=true
/* Bounded MPMC ring of Dmitry Vyukov's kind, C11 acquire/release. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIZE 2u

struct cell {
    atomic_size_t seq;
    int data;
};

static struct cell ring[SIZE];
static atomic_size_t enq, deq;

static void ring_init(void)
{
    for (size_t i = 0; i < SIZE; i++)
        atomic_init(&ring[i].seq, i);
}

static bool enqueue(int v)
{
    size_t pos = atomic_load_explicit(&enq, memory_order_relaxed);
    for (;;) {
        struct cell *c = &ring[pos & (SIZE - 1)];
        size_t seq = atomic_load_explicit(&c->seq, memory_order_acquire);
        intptr_t dif = (intptr_t)seq - (intptr_t)pos;
        if (dif == 0) {
            if (atomic_compare_exchange_weak_explicit(&enq, &pos, pos + 1, memory_order_relaxed, memory_order_relaxed)) {
#if BUG == 1
                atomic_store_explicit(&c->seq, pos + 1, memory_order_release); /* published before it is filled */
                c->data = v;
#else
                c->data = v;
                atomic_store_explicit(&c->seq, pos + 1, memory_order_release);
#endif
                return true;
            }
        } else if (dif < 0) {
            return false;
        } else {
            pos = atomic_load_explicit(&enq, memory_order_relaxed);
        }
    }
}

static bool dequeue(int *v)
{
    size_t pos = atomic_load_explicit(&deq, memory_order_relaxed);
    for (;;) {
        struct cell *c = &ring[pos & (SIZE - 1)];
        size_t seq = atomic_load_explicit(&c->seq, memory_order_acquire);
        intptr_t dif = (intptr_t)seq - (intptr_t)(pos + 1);
        if (dif == 0) {
#if BUG == 2
            atomic_store_explicit(&deq, pos + 1, memory_order_relaxed); /* single consumer only */
            {
#else
            if (atomic_compare_exchange_weak_explicit(&deq, &pos, pos + 1, memory_order_relaxed, memory_order_relaxed)) {
#endif
                *v = c->data;
                atomic_store_explicit(&c->seq, pos + SIZE, memory_order_release);
                return true;
            }
        } else if (dif < 0) {
            return false;
        } else {
            pos = atomic_load_explicit(&deq, memory_order_relaxed);
        }
    }
}

static void *producer(void *arg)
{
    bool ok = enqueue(*(int *)arg);
    assert(ok);
    return NULL;
}

static void *consumer(void *arg)
{
    int v;
    if (dequeue(&v))
        *(int *)arg = v;
    return NULL;
}

int main(void)
{
    pthread_t p, c[2];
    int in[2] = { 1, 2 }, out[2] = { 0, 0 }, v, sum = 0;

    ring_init();
    enqueue(in[0]);
    pthread_create(&p, NULL, producer, &in[1]);
    for (int i = 0; i < 2; i++)
        pthread_create(&c[i], NULL, consumer, &out[i]);
    pthread_join(p, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(c[i], NULL);
    while (dequeue(&v))
        sum += v;
    assert(sum + out[0] + out[1] == 3);
    return 0;
}
