// The section passes for some values of the input and waits for ever for the others.
// expect: no-deadlock=false unreach-call=true
// variant: -DALWAYS => no-deadlock=true unreach-call=true
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uchar();
#ifdef ALWAYS
  if (x <= 5) x = 6;
#endif
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(x > 5);
  __VERIFIER_atomic_end();
  return 0;
}
