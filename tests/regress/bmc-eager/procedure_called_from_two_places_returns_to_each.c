// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true|unknown no-data-race=true|unknown
// flags: --engine bmc-eager
// files: ../bmc-lazy/procedure_called_from_two_places_returns_to_each.c
// The same program under the baseline.
