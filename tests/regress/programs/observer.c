// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=true no-data-race=true no-deadlock=false
// variant: -DBUG=3 => unreach-call=false no-data-race=true no-deadlock=true
/* Observer list under a recursive mutex: callbacks may unsubscribe themselves. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct observer {
    void (*notify)(struct observer *self, int value);
    struct observer *next;
    int seen;
};

struct subject {
    pthread_mutex_t mu;
    struct observer *list;
};

static struct subject subj;

static void subject_init(struct subject *s)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
#if BUG == 1
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_NORMAL);
#elif BUG == 3
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
#else
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
#endif
    pthread_mutex_init(&s->mu, &a);
    pthread_mutexattr_destroy(&a);
    s->list = NULL;
}

static void subscribe(struct subject *s, struct observer *o)
{
    pthread_mutex_lock(&s->mu);
    o->next = s->list;
    s->list = o;
    pthread_mutex_unlock(&s->mu);
}

static void unsubscribe(struct subject *s, struct observer *o)
{
    int rc = pthread_mutex_lock(&s->mu);
    assert(rc == 0);
    for (struct observer **p = &s->list; *p; p = &(*p)->next)
        if (*p == o) {
            *p = o->next;
            break;
        }
    pthread_mutex_unlock(&s->mu);
}

static void publish(struct subject *s, int value)
{
    pthread_mutex_lock(&s->mu);
    for (struct observer *o = s->list, *next; o; o = next) {
#if BUG == 2
        o->notify(o, value);
        next = o->next; /* o may be gone */
#else
        next = o->next;
        o->notify(o, value);
#endif
    }
    pthread_mutex_unlock(&s->mu);
}

static void count(struct observer *o, int value)
{
    o->seen += value;
}

static void once_only(struct observer *o, int value)
{
    (void)value;
    unsubscribe(&subj, o);
    free(o);
}

static void *publisher(void *arg)
{
    publish(&subj, *(int *)arg);
    return NULL;
}

int main(void)
{
    struct observer counter = { .notify = count };
    struct observer *single = malloc(sizeof *single);
    pthread_t t[2];
    int v[2] = { 1, 2 };

    if (!single)
        return 1;
    subject_init(&subj);
    single->notify = once_only;
    single->seen = 0;
    subscribe(&subj, &counter);
    subscribe(&subj, single);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, publisher, &v[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(counter.seen == 3);
    assert(subj.list == &counter);
    return 0;
}
