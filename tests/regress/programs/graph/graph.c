// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph.h"

#include <assert.h>
#include <stddef.h>

void graph_init(struct graph *g, int nodes)
{
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->changed, NULL);
    g->nready = 0;
    g->unfinished = nodes;
}

void graph_edge(struct gnode *from, struct gnode *to)
{
    from->succ[from->nsucc++] = to;
    to->pending++;
}

void graph_seed(struct graph *g, struct gnode *n)
{
    assert(g->nready < MAX_NODES);
    g->ready[g->nready++] = n;
}

static void finish(struct graph *g, struct gnode *n)
{
#if BUG == 2
    /* counts down before taking the lock */
    for (int i = 0; i < n->nsucc; i++) {
        int left = --n->succ[i]->pending;
        pthread_mutex_lock(&g->lock);
        if (left == 0)
            graph_seed(g, n->succ[i]);
        pthread_mutex_unlock(&g->lock);
    }
    pthread_mutex_lock(&g->lock);
#else
    pthread_mutex_lock(&g->lock);
    for (int i = 0; i < n->nsucc; i++)
        if (--n->succ[i]->pending == 0)
            graph_seed(g, n->succ[i]);
#endif
    g->unfinished--;
#if BUG == 1
    if (g->nready > 0) /* forgets to wake the others when all is done */
        pthread_cond_broadcast(&g->changed);
#else
    if (g->nready > 0 || g->unfinished == 0)
        pthread_cond_broadcast(&g->changed);
#endif
    pthread_mutex_unlock(&g->lock);
}

void *graph_worker(void *arg)
{
    struct graph *g = arg;

    for (;;) {
        pthread_mutex_lock(&g->lock);
        while (g->nready == 0 && g->unfinished > 0)
            pthread_cond_wait(&g->changed, &g->lock);
        if (g->nready == 0) {
            pthread_mutex_unlock(&g->lock);
            return NULL;
        }
        struct gnode *n = g->ready[--g->nready];
        pthread_mutex_unlock(&g->lock);
        n->run(n);
        finish(g, n);
    }
}
