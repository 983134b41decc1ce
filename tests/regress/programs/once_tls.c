// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBUG=1 => unreach-call=false no-data-race=false
// variant: -DBUG=2 => unreach-call=true no-data-race=false no-deadlock=true
// variant: -DBUG=3 => unreach-call=false no-data-race=true no-deadlock=true
/* Lazily initialised configuration (pthread_once), readers and a writer, and an error
   context per thread (pthread_key). */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
    pthread_rwlock_t lock;
    int timeout, retries; /* invariant: timeout == 10 * retries */
    int generation;
};

struct errctx {
    int last_error;
    int count;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct config *config;
static pthread_key_t err_key;
static int init_runs, destroyed;
static pthread_mutex_t destroyed_lock = PTHREAD_MUTEX_INITIALIZER;

static void errctx_free(void *p)
{
    pthread_mutex_lock(&destroyed_lock);
    destroyed++;
    pthread_mutex_unlock(&destroyed_lock);
    free(p);
}

static void config_init(void)
{
    struct config *c = malloc(sizeof *c);
    if (!c)
        abort();
    pthread_rwlock_init(&c->lock, NULL);
    c->retries = 1;
    c->timeout = 10;
    c->generation = 0;
    pthread_key_create(&err_key, errctx_free);
    init_runs++;
    config = c;
}

static struct config *get_config(void)
{
#if BUG == 1
    if (!config) /* home-made once */
        config_init();
#elif BUG == 2
    if (!config) /* "fast path": reads config without synchronisation */
        pthread_once(&once, config_init);
#else
    pthread_once(&once, config_init);
#endif
    return config;
}

static struct errctx *errctx(void)
{
    struct errctx *e = pthread_getspecific(err_key);
    if (!e) {
        e = calloc(1, sizeof *e);
        if (!e)
            abort();
        pthread_setspecific(err_key, e);
    }
    return e;
}

static void *reader(void *arg)
{
    struct config *c = get_config();
    (void)arg;
    pthread_rwlock_rdlock(&c->lock);
    int t = c->timeout, r = c->retries;
    pthread_rwlock_unlock(&c->lock);
    assert(t == 10 * r);
    struct errctx *e = errctx();
    e->last_error = r;
    e->count++;
    assert(errctx()->count == 1);
    return NULL;
}

static void *writer(void *arg)
{
    struct config *c = get_config();
    (void)arg;
    pthread_rwlock_wrlock(&c->lock);
    c->retries = 3;
#if BUG == 3
    pthread_rwlock_unlock(&c->lock); /* breaks the invariant in between */
    pthread_rwlock_wrlock(&c->lock);
#endif
    c->timeout = 30;
    c->generation++;
    pthread_rwlock_unlock(&c->lock);
    return NULL;
}

int main(void)
{
    pthread_t r[2], w;

    pthread_create(&r[0], NULL, reader, NULL);
    pthread_create(&r[1], NULL, reader, NULL);
    pthread_create(&w, NULL, writer, NULL);
    pthread_join(r[0], NULL);
    pthread_join(r[1], NULL);
    pthread_join(w, NULL);
    assert(init_runs == 1);
    assert(destroyed == 2);
    assert(config->generation == 1);
    pthread_rwlock_destroy(&config->lock);
    free(config);
    return 0;
}
