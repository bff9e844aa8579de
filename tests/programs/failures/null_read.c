// Reading through a null pointer that a function returned.
// VERDICT: unsafe
static int five = 5;
static int *find(int k) { return k == 3 ? (int *)0 : &five; }
int main(void) {
  int v = *find(3); // FAIL-HERE: memory null
  return v;
}
