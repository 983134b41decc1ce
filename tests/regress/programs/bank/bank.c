// SPDX-License-Identifier: GPL-3.0-or-later
#include "bank.h"

#include <stdlib.h>

bool bank_open(struct bank *b, int count, long initial)
{
    b->accounts = malloc((size_t)count * sizeof *b->accounts);
    if (!b->accounts)
        return false;
    b->count = count;
    for (int i = 0; i < count; i++) {
        b->accounts[i].id = i;
        b->accounts[i].balance = initial;
        pthread_mutex_init(&b->accounts[i].lock, NULL);
    }
    return true;
}

void bank_close(struct bank *b)
{
    for (int i = 0; i < b->count; i++)
        pthread_mutex_destroy(&b->accounts[i].lock);
    free(b->accounts);
    b->accounts = NULL;
}

static void lock_two(struct account *a, struct account *b)
{
#if BUG != 1
    if (a->id > b->id) {
        struct account *t = a;
        a = b;
        b = t;
    }
#endif
    pthread_mutex_lock(&a->lock);
    pthread_mutex_lock(&b->lock);
}

bool bank_transfer(struct bank *b, int from, int to, long amount)
{
    if (from < 0 || from >= b->count || to < 0 || to >= b->count || amount < 0)
        return false;
#if BUG != 2
    if (from == to) /* BUG 2: locks the same account twice */
        return true;
#endif
    struct account *src = &b->accounts[from], *dst = &b->accounts[to];
    lock_two(src, dst);
    if (src->balance < amount) {
#if BUG == 3
        pthread_mutex_unlock(&src->lock); /* forgets dst */
#else
        pthread_mutex_unlock(&src->lock);
        pthread_mutex_unlock(&dst->lock);
#endif
        return false;
    }
    src->balance -= amount;
    dst->balance += amount;
    pthread_mutex_unlock(&dst->lock);
    pthread_mutex_unlock(&src->lock);
    return true;
}

long bank_total(struct bank *b)
{
    long sum = 0;
    for (int i = 0; i < b->count; i++)
        pthread_mutex_lock(&b->accounts[i].lock);
    for (int i = 0; i < b->count; i++)
        sum += b->accounts[i].balance;
    for (int i = b->count - 1; i >= 0; i--)
        pthread_mutex_unlock(&b->accounts[i].lock);
    return sum;
}
