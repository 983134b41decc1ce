// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody names `hits` in a condition; but the table of statistics knows it, and the loop ends by it.
// expect: termination=true|unknown
// time-limit: 3s
// engines: lasso; auto
static int hits, misses;
static const struct {
  const char *name;
  int *value;
} statistics[] = {{"hits", &hits}, {"misses", &misses}};

int main(void) {
  while (*statistics[0].value < 5000000) {
    hits++;
    misses++;
  }
  return 0;
}
