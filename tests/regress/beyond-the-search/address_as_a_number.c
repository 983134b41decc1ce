// SPDX-License-Identifier: GPL-3.0-or-later
// The number of an address may be any. A pointer that is made of such a number again leads where the address led, even if the way
// there was a floating-point number, a sum of decisions or a text: no proof goes past it.
// expect: no-data-race=true unreach-call=true
// variant: -DFLOATING => no-data-race=unknown
// variant: -DDECISIONS => no-data-race=unknown
// variant: -DTEXT => no-data-race=unknown
// variant: -DBYTES => no-data-race=unknown
// variant: -DMASKED => no-data-race=unknown
// variant: -DINDEX => no-data-race=unknown
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int x, table[16];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int *again(int *p) {
  uintptr_t n = (uintptr_t)p;
#if defined FLOATING
  double d = (double)n;
  return (int *)(uintptr_t)d;
#elif defined DECISIONS
  uintptr_t sum = 0;
  for (int k = 0; k < 64; k++)
    if (n * 3 >> k & 1) sum += (uintptr_t)1 << k;
  return (int *)(sum / 3);
#elif defined TEXT
  char text[32];
  void *read;
  snprintf(text, sizeof text, "%p", (void *)p);
  return sscanf(text, "%p", &read) == 1 ? read : p;
#elif defined BYTES
  unsigned char bytes[sizeof p];
  int *copy;
  memcpy(bytes, &p, sizeof p);
  for (unsigned k = 0; k < sizeof p; k++) ((unsigned char *)&copy)[k] = (unsigned char)(bytes[k] + n % 7 - n % 7);
  return copy;
#elif defined MASKED
  uintptr_t key = n * 31;
  return (int *)(n ^ key ^ key);
#elif defined INDEX
  return &table[n * 31 >> 7 & 15];
#else
  return n * 31 >> 7 & 1 ? p : &x;
#endif
}

static void *work(void *unused) {
  int *p = again(&x);
#ifdef INDEX
  ++*p;
#else
#if !defined FLOATING && !defined DECISIONS && !defined TEXT && !defined BYTES && !defined MASKED
  pthread_mutex_lock(&m);
  ++*p;
  pthread_mutex_unlock(&m);
#else
  ++*p;
#endif
#endif
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(t + i, NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
