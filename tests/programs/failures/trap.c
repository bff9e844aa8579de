// __builtin_trap ends the program abnormally.
// VERDICT: unsafe
int main(int argc, char **argv) {
  (void)argv;
  if (argc == 1)
    __builtin_trap(); // FAIL-HERE: abort
  return 0;
}
