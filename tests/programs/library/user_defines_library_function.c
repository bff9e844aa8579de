// A program's own definition of a library function wins over the model.
// VERDICT: safe
// RUNS: full=1
// ARGS: -- -fno-builtin
#include <assert.h>
int atoi(const char *s) { return s[0] == '?' ? 77 : 0; }
int main(void) {
  assert(atoi("?") == 77);
  return 0;
}
