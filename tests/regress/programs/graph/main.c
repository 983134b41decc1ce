// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// flags: -DBUG=1
// files: graph.c
// variant: -DBUG=2 => no-data-race=false no-deadlock=false
/* Diamond: source -> left, right -> sink. */
#include <assert.h>
#include <stddef.h>

#include "graph.h"

extern int __VERIFIER_nondet_int(void);

static void run_source(struct gnode *n)
{
    n->result = n->a;
    n->succ[0]->a = n->result;
    n->succ[1]->a = n->result;
}

static void run_left(struct gnode *n)
{
    n->result = n->a & 0xff;
    n->succ[0]->a = n->result;
}

static void run_right(struct gnode *n)
{
    n->result = n->a & ~0xff;
    n->succ[0]->b = n->result;
}

static void run_sink(struct gnode *n)
{
    n->result = n->a | n->b;
}

int main(void)
{
    static struct gnode source = { .run = run_source }, left = { .run = run_left }, right = { .run = run_right },
                        sink = { .run = run_sink };
    static struct graph g;
    pthread_t t[2];
    int x = __VERIFIER_nondet_int();

    graph_init(&g, 4);
    graph_edge(&source, &left);
    graph_edge(&source, &right);
    graph_edge(&left, &sink);
    graph_edge(&right, &sink);
    source.a = x;
    graph_seed(&g, &source);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, graph_worker, &g);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(g.unfinished == 0);
    assert(sink.result == x);
    return 0;
}
