// SPDX-License-Identifier: GPL-3.0-or-later
// Assumed: sequential consistency, for release and acquire too. Each thread announces itself and enters if it does not see the
// other. C11 lets both miss each other's store and race; one order of all steps does not.
// expect: no-data-race=true
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first_wants, second_wants;
static int inside;

static void *first(void *unused) {
  atomic_store_explicit(&first_wants, 1, memory_order_release);
  if (!atomic_load_explicit(&second_wants, memory_order_acquire)) inside = 1;
  return unused;
}

static void *second(void *unused) {
  atomic_store_explicit(&second_wants, 1, memory_order_release);
  if (!atomic_load_explicit(&first_wants, memory_order_acquire)) inside = 2;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
