// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// flags: --engine bmc-eager
// files: ../bmc-lazy/first_accesses_of_two_threads_race.c
// The same program under the baseline.
