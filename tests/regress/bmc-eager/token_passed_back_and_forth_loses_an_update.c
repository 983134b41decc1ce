// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
// flags: --engine bmc-eager
// files: ../bmc-lazy/token_passed_back_and_forth_loses_an_update.c
// The same program under the baseline.
