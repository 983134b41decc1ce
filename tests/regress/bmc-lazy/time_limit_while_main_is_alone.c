// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// reason: time limit
// flags: --engine bmc-lazy --time-limit 2s
// What main sets up before it starts a thread is one step, however long it takes; limits hold inside it as well.
void reach_error(void);
static int a[16000];

int main(void) {
  int sum = 0;
  for (int i = 0; i < 16000; i++) a[i] = i;
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 15000; i++) sum += a[i];
  if (sum == 3) reach_error();
  return 0;
}
