// Writing into a string literal.
// VERDICT: unsafe
int main(void) {
  char *s = "constant";
  s[0] = 'C'; // FAIL-HERE: memory
  return 0;
}
