// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=false no-data-race=false no-deadlock=true
// variant: -DBUG=2 => unreach-call=false no-data-race=true no-deadlock=true
// variant: -DBUG=3 => unreach-call=true no-data-race=true no-deadlock=false
/* Logger with double buffering: writers fill the front buffer, a flusher thread swaps the
   buffers and "writes" the back one without holding the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define BUF 4

struct buffer {
    char data[BUF];
    size_t used;
};

static struct logger {
    pthread_mutex_t mu;
    pthread_cond_t has_data, has_room;
    struct buffer buf[2];
    int front;
    bool stop;
} lg = { .mu = PTHREAD_MUTEX_INITIALIZER, .has_data = PTHREAD_COND_INITIALIZER, .has_room = PTHREAD_COND_INITIALIZER };

static size_t written; /* only the flusher */

static void log_write(const char *s, size_t n)
{
    pthread_mutex_lock(&lg.mu);
    while (lg.buf[lg.front].used + n > BUF)
        pthread_cond_wait(&lg.has_room, &lg.mu);
    struct buffer *b = &lg.buf[lg.front];
#if BUG == 1
    pthread_mutex_unlock(&lg.mu); /* "memcpy outside of the lock" */
    memcpy(b->data + b->used, s, n);
    pthread_mutex_lock(&lg.mu);
#else
    memcpy(b->data + b->used, s, n);
#endif
    b->used += n;
    pthread_cond_signal(&lg.has_data);
    pthread_mutex_unlock(&lg.mu);
}

static void *flusher(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lg.mu);
    for (;;) {
#if BUG == 2
        /* tests stop first: messages written before the stop may be lost */
        while (!lg.stop && lg.buf[lg.front].used == 0)
            pthread_cond_wait(&lg.has_data, &lg.mu);
        if (lg.stop)
            break;
#else
        while (!lg.stop && lg.buf[lg.front].used == 0)
            pthread_cond_wait(&lg.has_data, &lg.mu);
        if (lg.buf[lg.front].used == 0)
            break;
#endif
        struct buffer *back = &lg.buf[lg.front];
        lg.front = 1 - lg.front;
#if BUG == 3
        pthread_cond_signal(&lg.has_data); /* the wrong condition variable */
#else
        pthread_cond_broadcast(&lg.has_room);
#endif
        pthread_mutex_unlock(&lg.mu);
        fwrite(back->data, 1, back->used, stdout);
        written += back->used;
        back->used = 0;
        pthread_mutex_lock(&lg.mu);
    }
    pthread_mutex_unlock(&lg.mu);
    return NULL;
}

static void *client(void *arg)
{
    const char *msg = arg;
    log_write(msg, strlen(msg));
    return NULL;
}

int main(void)
{
    pthread_t f, c[2];

    pthread_create(&f, NULL, flusher, NULL);
    pthread_create(&c[0], NULL, client, "abc");
    pthread_create(&c[1], NULL, client, "de");
    pthread_join(c[0], NULL);
    pthread_join(c[1], NULL);
    pthread_mutex_lock(&lg.mu);
    lg.stop = true;
    pthread_cond_signal(&lg.has_data);
    pthread_mutex_unlock(&lg.mu);
    pthread_join(f, NULL);
    assert(written == 5);
    return 0;
}
