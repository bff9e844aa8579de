// __VERIFIER_error.
// VERDICT: unsafe
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() > 1000)
    __VERIFIER_error(); // FAIL-HERE: assert
  return 0;
}
