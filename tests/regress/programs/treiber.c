// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=true no-data-race=false no-deadlock=true
// variant: -DBUG=2 => unreach-call=false no-data-race=true no-deadlock=true
/* Treiber stack with C11 compare-and-swap; nodes come from a preallocated array, so they
   are never freed under a reader. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

struct stack {
    _Atomic(struct node *) top;
};

static void push(struct stack *s, struct node *n)
{
#if BUG == 2
    n->next = atomic_load(&s->top);
    atomic_store(&s->top, n); /* no CAS: a concurrent push is lost */
#else
    struct node *old = atomic_load(&s->top);
    do {
        n->next = old;
    } while (!atomic_compare_exchange_weak(&s->top, &old, n));
#endif
}

static struct node *pop(struct stack *s)
{
    struct node *old = atomic_load(&s->top);
    while (old && !atomic_compare_exchange_weak(&s->top, &old, old->next))
        ;
    return old;
}

static struct node nodes[4];
static struct stack stack;
static atomic_int popped_sum;

static void *worker(void *arg)
{
    struct node *mine = arg;

    push(&stack, &mine[0]);
    push(&stack, &mine[1]);
    struct node *n = pop(&stack);
    assert(n != NULL);
    atomic_fetch_add(&popped_sum, n->value);
#if BUG == 1
    /* recycle the node at once: ABA, and a race on next with a slow popper */
    push(&stack, n);
    n = pop(&stack);
#endif
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int rest = 0;

    for (int i = 0; i < 4; i++)
        nodes[i].value = 1 << i;
    pthread_create(&a, NULL, worker, &nodes[0]);
    pthread_create(&b, NULL, worker, &nodes[2]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (struct node *n; (n = pop(&stack)) != NULL;)
        rest += n->value;
#if BUG != 1
    assert(rest + atomic_load(&popped_sum) == 15);
#endif
    return 0;
}
