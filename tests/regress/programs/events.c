// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=true no-data-race=true no-deadlock=false
// variant: -DBUG=3 => unreach-call=false no-data-race=true no-deadlock=true
/* Message bus: tagged unions, a growing vector (realloc), snprintf, a vararg trace function, goto cleanup. */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { MSG_NUM, MSG_TEXT, MSG_QUIT };

struct msg {
    enum kind kind : 8;
    unsigned urgent : 1;
    unsigned from : 7;
    union {
        int64_t num;
        char *text;
    } u;
};

struct mailbox {
    pthread_mutex_t mu;
    pthread_cond_t cv;
    struct msg *items;
    size_t len, cap;
};

static unsigned traced;
static pthread_mutex_t trace_mu = PTHREAD_MUTEX_INITIALIZER;

static void trace(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    pthread_mutex_lock(&trace_mu);
    traced += va_arg(ap, unsigned);
#if BUG != 1
    pthread_mutex_unlock(&trace_mu);
#else
    if (fmt[0] != 'q')
        pthread_mutex_unlock(&trace_mu);
#endif
    va_end(ap);
}

static int mailbox_put(struct mailbox *b, struct msg m)
{
    int rc = -1;

    pthread_mutex_lock(&b->mu);
    if (b->len == b->cap) {
        size_t cap = b->cap ? 2 * b->cap : 1;
        struct msg *p = realloc(b->items, cap * sizeof *p);
        if (!p)
            goto out;
        b->items = p;
        b->cap = cap;
    }
    b->items[b->len++] = m;
    pthread_cond_signal(&b->cv);
    rc = 0;
out:
    pthread_mutex_unlock(&b->mu);
    return rc;
}

static struct msg mailbox_get(struct mailbox *b)
{
    pthread_mutex_lock(&b->mu);
    while (b->len == 0)
        pthread_cond_wait(&b->cv, &b->mu);
    struct msg m = b->items[0];
    memmove(b->items, b->items + 1, --b->len * sizeof m);
    pthread_mutex_unlock(&b->mu);
    return m;
}

static struct mailbox box = { .mu = PTHREAD_MUTEX_INITIALIZER, .cv = PTHREAD_COND_INITIALIZER };

static void *sender(void *arg)
{
    char line[16];
    unsigned id = (unsigned)(uintptr_t)arg;

    snprintf(line, sizeof line, "t%u", id);
    mailbox_put(&box, (struct msg){ .kind = MSG_NUM, .from = id, .u.num = -5 * (int64_t)id });
#if BUG == 2
    mailbox_put(&box, (struct msg){ .kind = MSG_TEXT, .urgent = 1, .from = id, .u.text = line }); /* a local */
#else
    mailbox_put(&box, (struct msg){ .kind = MSG_TEXT, .urgent = 1, .from = id, .u.text = strdup(line) });
#endif
    trace("sender %u", id);
    return NULL;
}

int main(void)
{
    pthread_t t;
    int64_t sum = 0;
    bool text_seen = false;

    pthread_create(&t, NULL, sender, (void *)(uintptr_t)3);
    for (int i = 0; i < 2; i++) {
        struct msg m = mailbox_get(&box);
        assert(m.from == 3);
        switch (m.kind) {
        case MSG_NUM:
            assert(!m.urgent);
            sum += m.u.num;
            break;
        case MSG_TEXT:
            assert(strcmp(m.u.text, "t3") == 0 && m.urgent);
#if BUG != 2
            free(m.u.text);
#endif
            text_seen = true;
            break;
        default:
            abort();
        }
    }
    trace("quit %u", 100u);
    pthread_join(t, NULL);
    assert(sum == -15 && text_seen);
#if BUG == 3
    assert(traced == 100); /* wrong */
#else
    assert(traced == 103);
#endif
    free(box.items);
    return 0;
}
