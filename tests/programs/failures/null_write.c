// Writing through a null pointer.
// VERDICT: unsafe
int main(void) {
  int *volatile p = 0;
  *p = 3; // FAIL-HERE: memory null
  return 0;
}
