// SPDX-License-Identifier: GPL-3.0-or-later
// examples/server: accept loop, pool of workers, bounded queue, statistics and journal under locks of their own, orderly
// shutdown; threads, connections and requests without end. What is seeded is not proven.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: invariants
// variant: -DFORGOTTEN_LOCK => unreach-call=true no-data-race=unknown no-deadlock=true
// engines: invariants
// variant: -DSWAPPED_LOCKS => unreach-call=true no-data-race=true no-deadlock=unknown
// engines: invariants
// variant: -DUNLOCKED_COUNTER => unreach-call=true no-data-race=unknown no-deadlock=true
// engines: invariants
#include "../../../examples/server/server.c"
