// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
// flags: -DBUG=1
// variant: -DBUG=3 => unreach-call=false no-data-race=false
/* Parallel sum and maximum over a heap array whose length is an input. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#define WORKERS 2

struct job {
    const int *data;
    size_t begin, end;
    long sum;
    int max;
};

#if BUG == 1
static long shared_sum;
#endif

static void *run_job(void *arg)
{
    struct job *j = arg;
    j->sum = 0;
    j->max = INT_MIN;
    for (size_t i = j->begin; i < j->end; i++) {
        j->sum += j->data[i];
        if (j->data[i] > j->max)
            j->max = j->data[i];
    }
#if BUG == 1
    shared_sum += j->sum;
#endif
    return NULL;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 1 && n <= 4);

    int *data = malloc(n * sizeof *data);
    struct job *jobs = calloc(WORKERS, sizeof *jobs);
    pthread_t tid[WORKERS];
    if (!data || !jobs)
        abort();
    for (unsigned i = 0; i < n; i++)
        data[i] = __VERIFIER_nondet_int();

    size_t chunk = (n + WORKERS - 1) / WORKERS;
    for (size_t w = 0; w < WORKERS; w++) {
        jobs[w].data = data;
        jobs[w].begin = w * chunk;
#if BUG == 2
        jobs[w].end = (w + 1) * chunk; /* beyond the end for odd n */
#else
        jobs[w].end = (w + 1) * chunk < n ? (w + 1) * chunk : n;
#endif
        if (pthread_create(&tid[w], NULL, run_job, &jobs[w]) != 0)
            abort();
    }
#if BUG == 3
    for (size_t w = 0; w + 1 < WORKERS; w++) /* the last one is not joined */
#else
    for (size_t w = 0; w < WORKERS; w++)
#endif
        pthread_join(tid[w], NULL);

    long sum = 0;
    int max = INT_MIN;
    for (size_t w = 0; w < WORKERS; w++) {
        sum += jobs[w].sum;
        if (jobs[w].max > max)
            max = jobs[w].max;
    }
    long check = 0;
    for (unsigned i = 0; i < n; i++) {
        check += data[i];
        assert(data[i] <= max);
    }
    assert(sum == check);
#if BUG == 1
    assert(shared_sum == check);
#endif
    free(data);
    free(jobs);
    return 0;
}
