// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=refused
// refused: 64 MiB
static char block[65u << 20];

int main(void) { return block[1]; }
