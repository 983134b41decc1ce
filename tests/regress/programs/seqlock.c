// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=false no-data-race=true no-deadlock=true
// variant: -DBUG=2 => unreach-call=false no-data-race=true no-deadlock=true
// variant: -DBUG=3 => unreach-call=false no-data-race=true no-deadlock=true
/* Seqlock over a pair, default (seq_cst) atomics; call_once, tss and thrd_exit of C11. */
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>

static atomic_uint seq;
static atomic_int lo, hi;
static once_flag once = ONCE_FLAG_INIT;
static tss_t retries_key;
static atomic_int freed;

static void retries_free(void *p)
{
    atomic_fetch_add(&freed, 1);
    free(p);
}

static void setup(void)
{
    if (tss_create(&retries_key, retries_free) != thrd_success)
        abort();
}

static void publish(int v)
{
    atomic_fetch_add(&seq, 1);
    atomic_store(&lo, v);
    atomic_store(&hi, -v);
#if BUG == 1
    atomic_store(&seq, 0);
#else
    atomic_fetch_add(&seq, 1);
#endif
}

static void snapshot(int *l, int *h)
{
    int *retries = tss_get(retries_key);
    unsigned before;
    do {
        do
            before = atomic_load(&seq);
        while (before & 1);
        *l = atomic_load(&lo);
        *h = atomic_load(&hi);
        ++*retries;
#if BUG == 2
    } while (0);
#else
    } while (atomic_load(&seq) != before);
#endif
}

static int reader(void *arg)
{
    int l, h;
    (void)arg;
    call_once(&once, setup);
    int *r = calloc(1, sizeof *r);
    if (!r || tss_set(retries_key, r) != thrd_success)
        abort();
    snapshot(&l, &h);
    assert(l == -h);
    assert(*r >= 1 && *r <= 3);
    thrd_exit(l);
}

static int writer(void *arg)
{
    (void)arg;
    publish(1);
    publish(2);
    return 0;
}

int main(void)
{
    thrd_t r, w;
    int l;

    if (thrd_create(&w, writer, NULL) != thrd_success || thrd_create(&r, reader, NULL) != thrd_success)
        return 1;
    thrd_join(w, NULL);
    thrd_join(r, &l);
    assert(l >= 0 && l <= 2);
#if BUG == 3
    assert(freed == 0);
#else
    assert(freed == 1);
#endif
    return 0;
}
