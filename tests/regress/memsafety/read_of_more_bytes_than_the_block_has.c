// SPDX-License-Identifier: GPL-3.0-or-later
// A read of more than eight bytes stops the search, but not before its last byte was looked at.
// expect: valid-memsafety=false unreach-call=unknown
// engines: explore
// variant: -DREADV => valid-memsafety=false unreach-call=unknown
// variant: -DFGETS => valid-memsafety=false unreach-call=unknown
// variant: -DFREAD => valid-memsafety=false unreach-call=unknown
// variant: -DRECV => valid-memsafety=false unreach-call=unknown
// variant: -DRANDOM => valid-memsafety=false unreach-call=unknown
// variant: -DFITS => valid-memsafety=unknown unreach-call=unknown
// variant: -DFITS -DREADV => valid-memsafety=unknown unreach-call=unknown
// variant: -DFITS -DFGETS => valid-memsafety=unknown unreach-call=unknown
// variant: -DFITS -DFREAD => valid-memsafety=unknown unreach-call=unknown
// variant: -DFITS -DRECV => valid-memsafety=unknown unreach-call=unknown
// variant: -DFITS -DRANDOM => valid-memsafety=unknown unreach-call=unknown
#include <stdio.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#ifdef FITS
enum { kRead = 63 };
#else
enum { kRead = 64 };
#endif

int main(void) {
  char block[63];
#if defined(READV)
  struct iovec parts[] = {{block, 10}, {block + 10, kRead - 10}, {NULL, 0}};
  readv(0, parts, 3);
#elif defined(FGETS)
  fgets(block, kRead, stdin);
#elif defined(FREAD)
  fread(block, 1, kRead, stdin);
#elif defined(RECV)
  recv(0, block, kRead, 0);
#elif defined(RANDOM)
  getrandom(block, kRead, 0);
#else
  read(0, block, kRead);
#endif
  return 0;
}
