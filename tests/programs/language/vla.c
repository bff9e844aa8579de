// Variable length arrays: size at run time, one and two dimensions, a new one per loop turn.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static int triangle(int n) {
  int a[n], s = 0;
  for (int i = 0; i < n; i++) a[i] = i + 1;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
static int table(int n, int m, int t[n][m]) { return t[n - 1][m - 1]; }
int main(void) {
  int total = 0;
  for (int n = 1; n < 50; n++) {
    int x[n];
    x[n - 1] = triangle(n);
    total += x[n - 1];
    assert(sizeof x == n * sizeof(int));
  }
  assert(total == 20825);
  int n = 3, m = 7, t[n][m];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) t[i][j] = i * m + j;
  assert(table(n, m, t) == 20);
  return 0;
}
