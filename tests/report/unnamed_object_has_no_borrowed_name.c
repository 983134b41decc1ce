// SPDX-License-Identifier: GPL-3.0-or-later
// A compound literal has no name, and gets none from the pointers that keep its address.
// flags: --property valid-memsafety
// verdict: false(valid-memsafety)
// shows: use of an unnamed object after the end of its block: s (variable of main)
struct s { int a; };
static int use(struct s *q) { return q->a; }
int main(void) {
  struct s *kept, *other;
  {
    kept = &(struct s){5};
    other = kept;
  }
  return use(other);
}
