// Writing over a function.
// VERDICT: unsafe
static int f(void) { return 1; }
int main(void) {
  char *p = (char *)(unsigned long)f;
  *p = 0; // FAIL-HERE: memory
  return f();
}
