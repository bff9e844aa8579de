// reach_error as in SV-COMP programs: declared only.
// VERDICT: unsafe
// REPLAY: yes
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x * 2 == 46)
    reach_error(); // FAIL-HERE: assert
  return 0;
}
