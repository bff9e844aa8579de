// strerror and strxfrm exist and are usable.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <string.h>
int main(void) {
  char b[10];
  assert(strerror(2) && strlen(strerror(2)) > 0);
  assert(strxfrm(b, "abc", sizeof b) == 3 && !strcmp(b, "abc"));
  return 0;
}
