// GNU vector types: element-wise operations, comparison masks, shuffles, subscripts.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
typedef int v4 __attribute__((vector_size(16)));
static v4 add(v4 a, v4 b) { return a + b; }
int main(void) {
  v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40};
  v4 c = add(a, b) * 2 - a;
  assert(c[0] == 21 && c[3] == 84);
  v4 m = a > (v4){2, 2, 2, 2};
  assert(m[0] == 0 && m[2] == -1);
  v4 s = __builtin_shufflevector(a, b, 3, 4, 0, 7);
  assert(s[0] == 4 && s[1] == 10 && s[2] == 1 && s[3] == 40);
  c[1] = 5;
  assert((c >> 1)[1] == 2);
  return 0;
}
