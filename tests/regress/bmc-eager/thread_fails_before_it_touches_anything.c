// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// flags: --engine bmc-eager
// files: ../bmc-lazy/thread_fails_before_it_touches_anything.c
// The same program under the baseline.
