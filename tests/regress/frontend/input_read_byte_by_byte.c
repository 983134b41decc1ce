// SPDX-License-Identifier: GPL-3.0-or-later
// An input in memory is not its own lowest byte.
// expect: unreach-call=false|unknown
// variant: -DOVERWRITTEN => unreach-call=false|unknown
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  union {
    int number;
    unsigned char bytes[4];
  } u;
  u.number = __VERIFIER_nondet_int();
  if (u.number < 0x100 || u.number > 0x1ff) return 0;
#ifdef OVERWRITTEN
  u.bytes[1] = u.bytes[2] = u.bytes[3] = 0;
#endif
  if (u.bytes[0] == 0x10) reach_error();
  return 0;
}
