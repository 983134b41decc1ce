// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// reason: thread_function_chosen_by_an_input.c:19:3
// flags: --engine bmc-eager
// files: ../bmc-lazy/thread_function_chosen_by_an_input.c
// The same program under the baseline.
