// Reading one element past a local array.
// VERDICT: unsafe
int main(void) {
  volatile int a[4] = {1, 2, 3, 4};
  int s = 0;
  for (int i = 0; i <= 4; i++)
    s += a[i]; // FAIL-HERE: memory
  return s;
}
