// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=true no-data-race=false no-deadlock=true
// variant: -DBUG=2 => unreach-call=false no-data-race=false
/* Parallel quicksort: each level hands one half to a new thread. Input of four bytes. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

struct range {
    int *v;
    int n;
    int depth;
};

static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

static int partition(int *v, int n)
{
    int pivot = v[n - 1], k = 0;
    for (int i = 0; i < n - 1; i++)
        if (v[i] < pivot)
            swap(&v[i], &v[k++]);
    swap(&v[k], &v[n - 1]);
    return k;
}

static void *sort(void *arg)
{
    struct range *r = arg;
    if (r->n < 2)
        return NULL;
    int k = partition(r->v, r->n);
#if BUG == 1
    struct range left = { r->v, k + 1, r->depth - 1 }; /* includes the pivot: overlaps what the other half reads? */
    struct range right = { r->v + k, r->n - k, r->depth - 1 };
    if (k == 0 || k == r->n - 1) {
        left.n = k;
        right.v++;
        right.n--;
    }
#else
    struct range left = { r->v, k, r->depth - 1 };
    struct range right = { r->v + k + 1, r->n - k - 1, r->depth - 1 };
#endif
    pthread_t t;
    bool threaded = r->depth > 0 && pthread_create(&t, NULL, sort, &left) == 0;
    if (!threaded)
        sort(&left);
    sort(&right);
#if BUG == 2
    if (threaded && right.n > 0) /* not joined when there is nothing on the right */
#else
    if (threaded)
#endif
        pthread_join(t, NULL);
    return NULL;
}

int main(void)
{
    int n = 4, *v = malloc(n * sizeof *v), before = 0, after = 0;
    if (!v)
        return 1;
    for (int i = 0; i < n; i++) {
        v[i] = __VERIFIER_nondet_uchar();
        __VERIFIER_assume(v[i] < 4);
        before += 1 << (4 * v[i]);
    }
    struct range all = { v, n, 2 };
    sort(&all);
    for (int i = 0; i + 1 < n; i++)
        assert(v[i] <= v[i + 1]);
    for (int i = 0; i < n; i++)
        after += 1 << (4 * v[i]);
    assert(before == after);
    free(v);
    return 0;
}
