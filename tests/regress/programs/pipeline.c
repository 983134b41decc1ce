// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// flags: -DBUG=1
// variant: -DBUG=2 => unreach-call=false no-data-race=false
// variant: -DBUG=3 => unreach-call=false
/* Three-stage pipeline: source -> transform -> sink, slots guarded by semaphores. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#define SLOTS 2
#define ITEMS 3
#define POISON 0xffffffffu

struct channel {
    unsigned slot[SLOTS];
    unsigned rd, wr;
    sem_t free_slots, used_slots;
};

static void channel_init(struct channel *c)
{
    c->rd = c->wr = 0;
#if BUG == 2
    sem_init(&c->free_slots, 0, SLOTS + 1); /* off by one: a full slot is overwritten */
#else
    sem_init(&c->free_slots, 0, SLOTS);
#endif
    sem_init(&c->used_slots, 0, 0);
}

static void sem_down(sem_t *s)
{
    while (sem_wait(s) == -1 && errno == EINTR)
        ;
}

static void channel_send(struct channel *c, unsigned v)
{
    sem_down(&c->free_slots);
    c->slot[c->wr] = v;
    c->wr = (c->wr + 1) % SLOTS;
    sem_post(&c->used_slots);
}

static unsigned channel_recv(struct channel *c)
{
    sem_down(&c->used_slots);
    unsigned v = c->slot[c->rd];
    c->rd = (c->rd + 1) % SLOTS;
    sem_post(&c->free_slots);
    return v;
}

static struct channel raw, cooked;
static unsigned input[ITEMS];

static void *source(void *arg)
{
    (void)arg;
    for (int i = 0; i < ITEMS; i++)
        channel_send(&raw, input[i]);
#if BUG != 1
    channel_send(&raw, POISON); /* BUG 1: the end of the stream is never announced */
#endif
    return NULL;
}

static void *transform(void *arg)
{
    (void)arg;
    for (;;) {
        unsigned v = channel_recv(&raw);
        if (v == POISON) {
            channel_send(&cooked, POISON);
            return NULL;
        }
        channel_send(&cooked, v * v);
    }
}

static void *sink(void *arg)
{
    unsigned *sum = arg, v;
    while ((v = channel_recv(&cooked)) != POISON)
        *sum += v;
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    unsigned sum = 0, want = 0;

    for (int i = 0; i < ITEMS; i++) {
        input[i] = __VERIFIER_nondet_uint();
#if BUG != 3
        __VERIFIER_assume(input[i] < 1000); /* BUG 3: the data may contain the poison */
#endif
        want += input[i] * input[i];
    }
    channel_init(&raw);
    channel_init(&cooked);
    pthread_create(&t[0], NULL, source, NULL);
    pthread_create(&t[1], NULL, transform, NULL);
    pthread_create(&t[2], NULL, sink, &sum);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(sum == want);
    return 0;
}
