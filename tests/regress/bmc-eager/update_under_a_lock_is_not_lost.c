// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// flags: --engine bmc-eager
// files: ../bmc-lazy/update_under_a_lock_is_not_lost.c
// The same program under the baseline.
