// One symbolic argument of at most 2 characters: the password "ok" is found.
// VERDICT: unsafe
// ARGS: --sym-args=1,2
// REPLAY: yes
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc == 2);
  if (argv[1][0] == 'o' && argv[1][1] == 'k')
    assert(argv[1][2] != 0); // FAIL-HERE: assert
  return 0;
}
