// Writing before a local array.
// VERDICT: unsafe
int main(void) {
  char a[8];
  for (int i = 7; i >= -1; i--)
    a[i] = (char)i; // FAIL-HERE: memory
  return a[0];
}
