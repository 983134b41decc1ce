// verdict: unknown
// flags: --property unreach-call
// shows: ! undefined behaviour (makes a proof impossible):
int a[4];

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int i = __VERIFIER_nondet_bool() ? 4 : 0;
  a[i] = 1;
  return 0;
}
