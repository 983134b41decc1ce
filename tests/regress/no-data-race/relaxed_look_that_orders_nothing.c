// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// engines: explore; bmc-order; induction, impact unknown "the relaxed load of `flag` at"
// variant: -DALONE => no-data-race=true
// engines: explore; bmc-order, bmc-lazy, induction, impact unknown "looks_nothing.c:25:7"
