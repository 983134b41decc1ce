// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// flags: --engine bmc-eager
// files: ../bmc-lazy/section_is_not_interrupted.c
// The same program under the baseline.
