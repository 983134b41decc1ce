// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=4 => unreach-call=true no-data-race=false no-deadlock=true
// variant: -DBUG=5 => unreach-call=true no-data-race=true no-deadlock=true
/* Reference-counted immutable message shared by several threads, C11 atomics. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct message {
    atomic_uint refs;
    size_t len;
    char text[];
};

static struct message *message_new(const char *s)
{
    size_t len = strlen(s);
    struct message *m = malloc(sizeof *m + len + 1);
    if (!m)
        abort();
    atomic_init(&m->refs, 1);
    m->len = len;
    memcpy(m->text, s, len + 1);
    return m;
}

static struct message *message_ref(struct message *m)
{
    atomic_fetch_add_explicit(&m->refs, 1, memory_order_relaxed);
    return m;
}

static void message_unref(struct message *m)
{
#if BUG == 1
    /* two threads may both see 0 after both decrements */
    atomic_fetch_sub(&m->refs, 1);
    if (atomic_load_explicit(&m->refs, memory_order_relaxed) == 0)
        free(m);
#elif BUG == 2
    /* decrement is not atomic as a whole */
    unsigned r = atomic_load(&m->refs);
    atomic_store(&m->refs, r - 1);
    if (r - 1 == 0)
        free(m);
#elif BUG == 4
    /* textbook bug of weak memory: relaxed decrement before the free */
    if (atomic_fetch_sub_explicit(&m->refs, 1, memory_order_relaxed) == 1)
        free(m);
#elif BUG == 5
    /* the correct idiom with release and an acquire fence */
    if (atomic_fetch_sub_explicit(&m->refs, 1, memory_order_release) == 1) {
        atomic_thread_fence(memory_order_acquire);
        free(m);
    }
#else
    if (atomic_fetch_sub_explicit(&m->refs, 1, memory_order_acq_rel) == 1)
        free(m);
#endif
}

static void *reader(void *arg)
{
    struct message *m = arg;
    size_t n = 0;
    for (const char *c = m->text; *c; c++)
        n++;
    assert(n == m->len);
    message_unref(m);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    struct message *m = message_new("hi");

    for (int i = 0; i < 2; i++)
#if BUG == 3
        pthread_create(&t[i], NULL, reader, m); /* no reference of its own */
#else
        pthread_create(&t[i], NULL, reader, message_ref(m));
#endif
    message_unref(m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
