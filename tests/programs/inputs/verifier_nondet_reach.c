// Every value of a nondet is reachable: bool both ways, an int of 33.
// VERDICT: unsafe
// RUNS: full=3
// REPLAY: yes
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_int() == 33)
      reach_error(); // FAIL-HERE: assert
    return 1;
  }
  return 0;
}
