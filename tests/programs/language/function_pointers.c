// Function pointers in tables, structs, as parameters and results.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
typedef int (*binary)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static const binary table[] = {add, sub, mul};
struct op { const char *name; binary run; };
static struct op ops[] = {{"add", add}, {"mul", mul}};
static binary pick(int i) { return table[i]; }
static int twice(binary f, int x) { return f(f(x, x), x); }
int main(void) {
  assert(table[0](3, 4) == 7 && table[1](3, 4) == -1 && table[2](3, 4) == 12);
  assert(ops[1].run(5, 6) == 30 && pick(1)(9, 1) == 8 && twice(mul, 3) == 27 && twice(add, 3) == 9);
  binary f = 0;
  assert(!f && table[0] != table[1] && (*table[2])(2, 2) == 4);
  return 0;
}
