// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef BANK_H
#define BANK_H
#include <pthread.h>
#include <stdbool.h>

struct account {
    int id;
    long balance;
    pthread_mutex_t lock;
};

struct bank {
    struct account *accounts;
    int count;
};

bool bank_open(struct bank *b, int count, long initial);
void bank_close(struct bank *b);
bool bank_transfer(struct bank *b, int from, int to, long amount);
long bank_total(struct bank *b);
#endif
