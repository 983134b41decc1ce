// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true
// flags: --engine bmc-eager
// files: ../bmc-lazy/result_of_a_thread_depends_on_an_input.c
// The same program under the baseline.
