// An unknown function that no path calls does not matter.
// VERDICT: safe
// RUNS: full=1
int not_a_library_function(int);
int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) return not_a_library_function(3);
  return 0;
}
