// Arrays of arrays and pointers to rows.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static int m[3][4][5];
static int row_sum(int (*row)[5], int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 5; j++) s += row[i][j];
  return s;
}
int main(void) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 5; k++) m[i][j][k] = i * 100 + j * 10 + k;
  assert(m[2][3][4] == 234 && *(&m[0][0][0] + 59) == 234);
  assert(row_sum(m[1], 4) == 4 * (500 + 10) + 5 * (0 + 10 + 20 + 30));
  assert((char *)m[1] - (char *)m[0] == 80);
  return 0;
}
