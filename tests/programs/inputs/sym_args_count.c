// 0 to 3 symbolic arguments: argc takes 4 values.
// VERDICT: safe
// ARGS: --sym-args=0,3,1
// RUNS: full=4
// REPLAY: yes
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc >= 1 & argc <= 4);
  switch (argc) {
  case 1: return 1;
  case 2: return 2;
  case 3: return 3;
  default: assert(argv[argc] == 0); return 4;
  }
}
