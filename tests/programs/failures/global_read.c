// Reading past a global array.
// VERDICT: unsafe
static int g[5];
static int get(int i) {
  return g[i]; // FAIL-HERE: memory
}
int main(void) { return get(5); }
