// A switch with 16 cases and a default: 17 paths.
// ARGS: --tests=paths
// VERDICT: safe
// RUNS: full=17
// TESTS: 17
#include "heddle.h"
#define C(n) case n * 3: return n;
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  switch (x) {
    C(0) C(1) C(2) C(3) C(4) C(5) C(6) C(7) C(8) C(9) C(10) C(11) C(12) C(13) C(14) C(15)
  default: return -1;
  }
}
