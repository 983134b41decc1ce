// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 10
static void (*handlers[2])(void);

static void hello(void) {}

int main(void) {
  handlers[0] = hello;
  for (int i = 0; i < 2; i++) handlers[i]();
  return 0;
}
