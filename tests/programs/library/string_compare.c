// strcmp, strncmp, memcmp, strcasecmp, strcoll.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <string.h>
#include <strings.h>
int main(void) {
  assert(strcmp("a", "a") == 0 && strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("ab", "a") > 0);
  assert(strcmp("\x80", "a") > 0 && strncmp("abcX", "abcY", 3) == 0 && strncmp("abcX", "abcY", 4) < 0);
  assert(strncmp("ab", "ab", 10) == 0 && strncmp("x", "y", 0) == 0);
  assert(memcmp("a\0b", "a\0c", 3) < 0 && memcmp("a\0b", "a\0c", 2) == 0 && memcmp("", "x", 0) == 0);
  assert(strcasecmp("HeLLo", "hEllO") == 0 && strncasecmp("ABCx", "abcy", 3) == 0 && strcoll("a", "b") < 0);
  return 0;
}
