// strcpy, strncpy, stpcpy, strcat, strncat, strdup, strndup.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char b[20];
  memset(b, '#', sizeof b);
  assert(strcpy(b, "hello") == b && !strcmp(b, "hello") && b[6] == '#');
  assert(stpcpy(b, "abc") == b + 3);
  strcat(b, "def");
  strncat(b, "ghijkl", 2);
  assert(!strcmp(b, "abcdefgh"));
  char c[6] = "......";
  strncpy(c, "ab", 5);
  assert(c[1] == 'b' && c[2] == 0 && c[4] == 0 && c[5] == '.');
  strncpy(c, "abcdefgh", 3);
  assert(c[2] == 'c' && c[3] == 0);
  char *d = strdup("copy"), *n = strndup("copying", 4);
  assert(!strcmp(d, n) && d != n);
  free(d);
  free(n);
  return 0;
}
