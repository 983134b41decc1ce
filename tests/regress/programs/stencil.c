// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=true no-data-race=false no-deadlock=true
// variant: -DBUG=2 => unreach-call=true no-data-race=true no-deadlock=false
/* 1-D three-point stencil, two bands, two buffers, a barrier per time step. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#define N 6
#define STEPS 2
#define WORKERS 2

static int grid[2][N];
static pthread_barrier_t step_done;
static int residual[WORKERS];
static int max_residual;

struct band {
    int id, lo, hi;
};

static void *relax(void *arg)
{
    const struct band *b = arg;
    int cur = 0;

    for (int s = 0; s < STEPS; s++) {
        int r = 0;
        for (int i = b->lo; i < b->hi; i++) {
            int v = (grid[cur][i - 1] + 2 * grid[cur][i] + grid[cur][i + 1]) / 4;
            int d = v - grid[cur][i];
            if (d < 0)
                d = -d;
            if (d > r)
                r = d;
            grid[1 - cur][i] = v;
        }
        residual[b->id] = r;
#if BUG == 1
        if (s + 1 < STEPS) /* "the join is the last barrier" - but worker 0 reduces below */
            pthread_barrier_wait(&step_done);
#elif BUG == 2
        if (r == 0)        /* converged: leave early, the other one waits for ever */
            return NULL;
        pthread_barrier_wait(&step_done);
#else
        pthread_barrier_wait(&step_done);
#endif
        cur = 1 - cur;
    }
    if (b->id == 0) {
        max_residual = 0;
        for (int w = 0; w < WORKERS; w++)
            if (residual[w] > max_residual)
                max_residual = residual[w];
    }
    return NULL;
}

int main(void)
{
    pthread_t t[WORKERS];
    struct band band[WORKERS] = { { 0, 1, 3 }, { 1, 3, 5 } };

    memset(grid, 0, sizeof grid);
    grid[0][0] = grid[1][0] = 64;
    pthread_barrier_init(&step_done, NULL, WORKERS);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&t[i], NULL, relax, &band[i]);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], NULL);
    pthread_barrier_destroy(&step_done);
    /* after two steps: 64 24 4 0 0 0 */
    assert(grid[0][1] == 24 && grid[0][2] == 4 && grid[0][3] == 0);
    assert(max_residual == 8);
    return 0;
}
