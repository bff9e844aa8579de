// Writing far past a global array: no neighbour is taken for it.
// VERDICT: unsafe
static int g[5], neighbour[100];
static void put(int i, int v) {
  g[i] = v; // FAIL-HERE: memory
}
int main(void) {
  neighbour[0] = 1;
  put(20, 1);
  return neighbour[0];
}
