// verdict: false(unreach-call)
// flags: --property unreach-call
// shows: __VERIFIER_nondet_bool() =
#include <assert.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);

int main(void) {
  bool b = __VERIFIER_nondet_bool();
  assert(!b);
  return 0;
}
