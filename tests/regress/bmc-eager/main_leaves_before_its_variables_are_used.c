// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown no-data-race=unknown
// flags: --engine bmc-eager
// variant: -DJOINS => unreach-call=true no-data-race=true
// files: ../bmc-lazy/main_leaves_before_its_variables_are_used.c
// The same program under the baseline.
