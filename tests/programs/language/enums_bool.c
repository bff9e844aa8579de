// Enumerations, _Bool conversion to 0 or 1, _Generic.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdbool.h>
enum e { A, B = 10, C, D = -5 };
static bool truth(int v) { return v; }
static bool truthd(double v) { return v; }
#define NAME(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)
int main(void) {
  assert(C == 11 && D == -5 && truth(256) == 1 && truth(0) == 0 && truthd(0.5) == 1);
  bool b = 2;
  b += 5;
  assert(b == 1 && NAME(1) == 1 && NAME(1.0) == 2 && NAME("") == 3 && NAME(1L) == 4);
  return 0;
}
