// SPDX-License-Identifier: GPL-3.0-or-later
// Thread-specific data (pthread keys and C11 tss). Keys are numbered in the order of their creation. A key
// created behind a deleted one may have its number, which has no model; more than kKeys of them end in an unmodelled
// call, not in a wrong EAGAIN. The tables are atomic: a key handed to another thread without synchronisation is the
// user's race, the table is not.
#include "heddle_builtins.h"

enum { kKeys = 32, kRounds = 4 };
enum { kUnused, kInUse, kDeleted };

typedef void (*Destructor)(void*);
static unsigned next_key;
static int states[kKeys];
static Destructor destructors[kKeys];
static _Thread_local void* values[kKeys];

void __heddle_more_than_32_thread_keys(void);  // defined nowhere
void __heddle_thread_key_after_a_deleted_one(void);
static int deleted;

static int in_use(tls_key_t key) { return key < kKeys && __atomic_load_n(&states[key], __ATOMIC_SEQ_CST) == kInUse; }

// Run by every thread that ends, in a program that creates keys.
void __heddle_thread_exit(void) {
  unsigned keys = __atomic_load_n(&next_key, __ATOMIC_SEQ_CST);
  for (int round = 0; round < kRounds; ++round) {
    int called = 0;
    unsigned last_first = keys > 1 ? __heddle_Nondet(0, 1) : 0;
    for (unsigned k = 0; k < keys; ++k) {
      unsigned key = last_first ? keys - 1 - k : k;
      void* value = values[key];
      if (value == NULL) continue;
      values[key] = NULL;
      Destructor destroy = in_use(key) ? __atomic_load_n(&destructors[key], __ATOMIC_SEQ_CST) : NULL;
      if (destroy == NULL) continue;
      destroy(value);
      called = 1;
    }
    if (!called) return;
  }
}

static int create_key(tls_key_t* key, Destructor destructor) {
  void (*links_the_exit_procedure)(void) = __heddle_thread_exit;
  (void)links_the_exit_procedure;
  if (__atomic_load_n(&deleted, __ATOMIC_SEQ_CST)) __heddle_thread_key_after_a_deleted_one();
  unsigned mine = __atomic_fetch_add(&next_key, 1, __ATOMIC_SEQ_CST);
  if (mine >= kKeys) {
    __heddle_more_than_32_thread_keys();
    return EAGAIN;
  }
  __atomic_store_n(&destructors[mine], destructor, __ATOMIC_SEQ_CST);
  __atomic_store_n(&states[mine], kInUse, __ATOMIC_SEQ_CST);
  *key = mine;
  return 0;
}
static int delete_key(tls_key_t key) {
  if (!in_use(key)) return EINVAL;
  __atomic_store_n(&states[key], kDeleted, __ATOMIC_SEQ_CST);
  __atomic_store_n(&deleted, 1, __ATOMIC_SEQ_CST);
  return 0;
}
static int set_value(tls_key_t key, void* value) {
  if (!in_use(key)) return EINVAL;
  values[key] = value;
  return 0;
}
static void* get_value(tls_key_t key) { return in_use(key) ? values[key] : NULL; }

int pthread_key_create(tls_key_t* key, Destructor destructor) { return create_key(key, destructor); }
int pthread_key_delete(tls_key_t key) { return delete_key(key); }
int pthread_setspecific(tls_key_t key, void* value) { return set_value(key, value); }
void* pthread_getspecific(tls_key_t key) { return get_value(key); }

enum { kThreadSuccess = 0, kThreadError = 2 };
int tss_create(tls_key_t* key, Destructor destructor) {
  return create_key(key, destructor) == 0 ? kThreadSuccess : kThreadError;
}
void tss_delete(tls_key_t key) { delete_key(key); }
int tss_set(tls_key_t key, void* value) { return set_value(key, value) == 0 ? kThreadSuccess : kThreadError; }
void* tss_get(tls_key_t key) { return get_value(key); }
