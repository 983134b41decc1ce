// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// flags: -DBUG=1
// files: bank.c
// variant: -DBUG=2 => no-deadlock=false
// variant: -DBUG=3 => no-deadlock=false
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "bank.h"

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct order {
    struct bank *bank;
    int from, to;
    long amount;
    bool ok;
};

static void *teller(void *arg)
{
    struct order *o = arg;
    o->ok = bank_transfer(o->bank, o->from, o->to, o->amount);
    return NULL;
}

static void *auditor(void *arg)
{
    struct bank *b = arg;
    assert(bank_total(b) == 200);
    return NULL;
}

int main(void)
{
    struct bank bank;
    pthread_t t[2], a;

    if (!bank_open(&bank, 2, 100))
        return EXIT_FAILURE;
    struct order first = { &bank, 0, 1, __VERIFIER_nondet_int(), false };
    struct order second = { &bank, 1, (int)(__VERIFIER_nondet_uint() % 2), 30, false };
    pthread_create(&t[0], NULL, teller, &first);
    pthread_create(&t[1], NULL, teller, &second);
    pthread_create(&a, NULL, auditor, &bank);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    pthread_join(a, NULL);
    assert(bank.accounts[0].balance >= 0 && bank.accounts[1].balance >= 0);
    if (first.amount > 130)
        assert(!first.ok);
    if (!second.ok)
        fprintf(stderr, "second order refused\n");
    bank_close(&bank);
    return 0;
}
