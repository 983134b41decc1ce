// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// flags: --engine bmc-eager
// files: ../bmc-lazy/wait_on_a_condition_in_a_loop.c
// The same program under the baseline.
