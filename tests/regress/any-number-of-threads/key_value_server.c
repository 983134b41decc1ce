// SPDX-License-Identifier: GPL-3.0-or-later
// examples/server: accept loop, pool of workers, bounded queue, statistics and journal under locks of their own, orderly
// shutdown; threads, connections and requests without end. What is seeded is not proven, and found by random executions;
// the forgotten lock only by one series of them in twenty, since few executions come as far as two requests at once.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: invariants
// variant: -DFORGOTTEN_LOCK --seed 28 => unreach-call=true no-data-race=false no-deadlock=true
// engines: invariants unreach-call=true no-data-race=unknown no-deadlock=true; walk no-data-race=false
// variant: -DSWAPPED_LOCKS => unreach-call=true no-data-race=true no-deadlock=false
// engines: invariants unreach-call=true no-data-race=true no-deadlock=unknown; walk no-deadlock=false
// variant: -DUNLOCKED_COUNTER => unreach-call=true no-data-race=false no-deadlock=true
// engines: invariants unreach-call=true no-data-race=unknown no-deadlock=true; walk no-data-race=false
#include "../../../examples/server/server.c"
