// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 12
static int *slot;

static void remember(int v) {
  int local = v;
  slot = &local;
}
int main(void) {
  remember(5);
  return *slot;
}
