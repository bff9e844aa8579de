// The address of a local escapes and is used after the function returned.
// VERDICT: unsafe
static int *keep;
static void set(void) {
  int local = 5;
  keep = &local;
}
int main(void) {
  set();
  return *keep; // FAIL-HERE: memory
}
