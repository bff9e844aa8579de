// Strings, characters, pointers, truncation, returned length, %n absent.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[16];
  assert(snprintf(b, sizeof b, "%s-%c", "ab", 'c') == 4 && !strcmp(b, "ab-c"));
  assert(snprintf(b, sizeof b, "%5s|%-5s|", "ab", "cd") == 12 && !strcmp(b, "   ab|cd   |"));
  assert(snprintf(b, sizeof b, "%.2s", "abcdef") == 2 && !strcmp(b, "ab"));
  memset(b, '#', sizeof b);
  assert(snprintf(b, 5, "%s", "abcdefgh") == 8 && !strcmp(b, "abcd") && b[5] == '#');
  assert(snprintf(NULL, 0, "%d:%d", 10, 200) == 6);
  assert(snprintf(b, 0, "zzz") == 3 && b[0] == 'a');
  assert(sprintf(b, "%s%d", "x", 5) == 2 && !strcmp(b, "x5"));
  char raw[3] = {'a', 'b', 'c'};
  assert(snprintf(b, sizeof b, "%.3s", raw) == 3 && !strcmp(b, "abc"));
  return 0;
}
