// SPDX-License-Identifier: GPL-3.0-or-later
// attractivechaos/klib kthread.c: kt_for over JOBS elements with THREADS threads.
#include <assert.h>

#include "kthread.h"

static int seen[JOBS];
static void job(void *unused, long i, int thread) { seen[i]++; }

int main(void) {
  kt_for(THREADS, job, 0, JOBS);
  for (int i = 0; i < JOBS; i++) assert(seen[i] == 1);
  return 0;
}
