// SPDX-License-Identifier: GPL-3.0-or-later
// verdict: false(no-deadlock)
// shows: waits for a count above zero of the eventfd
#include <sys/eventfd.h>
#include <unistd.h>

int main(void) {
  unsigned long v;
  int counter = eventfd(0, 0);
  if (counter < 0) return 1;
  read(counter, &v, sizeof v);
}
