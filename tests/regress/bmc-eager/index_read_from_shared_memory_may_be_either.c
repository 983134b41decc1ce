// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true
// flags: --engine bmc-eager
// files: ../bmc-lazy/index_read_from_shared_memory_may_be_either.c
// The same program under the baseline.
