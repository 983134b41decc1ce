// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef GRAPH_H
#define GRAPH_H
#include <pthread.h>
#include <stdatomic.h>

#define MAX_SUCC 2
#define MAX_NODES 4

struct gnode {
    void (*run)(struct gnode *);
    int pending;              /* predecessors that are not done, under graph.lock */
    int nsucc;
    struct gnode *succ[MAX_SUCC];
    int result;
    int a, b;                 /* inputs, written by the predecessors */
};

struct graph {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct gnode *ready[MAX_NODES];
    int nready;
    int unfinished;
};

void graph_init(struct graph *g, int nodes);
void graph_edge(struct gnode *from, struct gnode *to);
void graph_seed(struct graph *g, struct gnode *n);
void *graph_worker(void *g);
#endif
