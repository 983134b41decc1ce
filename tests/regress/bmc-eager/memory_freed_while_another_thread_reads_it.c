// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// flags: --engine bmc-eager
// files: ../bmc-lazy/memory_freed_while_another_thread_reads_it.c
// The same program under the baseline.
