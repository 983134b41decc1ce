// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=false no-data-race=false no-deadlock=true
// variant: -DBUG=2 => unreach-call=true no-data-race=true
/* Word count over two chunks with strtok_r, thread-local statistics, ctype and a merge under a lock. */
#include <assert.h>
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX 4

struct count {
    char word[8];
    int n;
};

static struct {
    pthread_mutex_t mu;
    struct count c[MAX];
    int used;
} table = { .mu = PTHREAD_MUTEX_INITIALIZER };

#if BUG == 1
static int words; /* should be per thread */
#else
static _Thread_local int words;
#endif

static void add(const char *w)
{
    char low[8];
    size_t i;
    for (i = 0; w[i] && i + 1 < sizeof low; i++)
        low[i] = (char)tolower((unsigned char)w[i]);
    low[i] = '\0';
    pthread_mutex_lock(&table.mu);
    int k;
    for (k = 0; k < table.used && strcmp(table.c[k].word, low) != 0; k++)
        ;
    if (k == table.used) {
        if (table.used == MAX) {
#if BUG != 2
            pthread_mutex_unlock(&table.mu);
#endif
            return;
        }
        strncpy(table.c[k].word, low, sizeof table.c[k].word - 1);
        table.used++;
    }
    table.c[k].n++;
    pthread_mutex_unlock(&table.mu);
    words++;
}

static void *count(void *arg)
{
    char *save, *text = arg;
    for (char *w = strtok_r(text, " ,", &save); w; w = strtok_r(NULL, " ,", &save))
        add(w);
    int *result = malloc(sizeof *result);
    if (result)
        *result = words;
    return result;
}

int main(void)
{
#if BUG == 2
    char a[] = "a b c d", b[] = "e";
#else
    char a[] = "The cat", b[] = "the, dog";
#endif
    pthread_t t[2];
    void *r[2];
    int total = 0;

    pthread_create(&t[0], NULL, count, a);
    pthread_create(&t[1], NULL, count, b);
    for (int i = 0; i < 2; i++) {
        pthread_join(t[i], &r[i]);
        if (!r[i])
            return 1;
        total += *(int *)r[i];
        free(r[i]);
    }
#if BUG != 2
    assert(total == 4);
    for (int k = 0; k < table.used; k++)
        if (strcmp(table.c[k].word, "the") == 0)
            assert(table.c[k].n == 2);
    assert(table.used == 3);
#endif
    printf("%d words\n", total);
    return 0;
}
