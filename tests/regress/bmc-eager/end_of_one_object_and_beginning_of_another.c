// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// flags: --engine bmc-eager
// variant: -DINSIDE => unreach-call=true
// files: ../bmc-lazy/end_of_one_object_and_beginning_of_another.c
// The same program under the baseline.
