// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: induction
// variant: -DRETURNED => unreach-call=unknown
// A pointer to a variable of a procedure that has returned.
static void stored(int **p) {
  int x = 0;
  *p = &x;
}

static int *returned(void) {
  int x = 0, *p = &x;
  return p;
}

int main(void) {
  int *p;
#ifdef RETURNED
  p = returned();
#else
  stored(&p);
#endif
  *p = 1;
  return 0;
}
