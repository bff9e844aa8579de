// memset, memcpy, memmove with overlap in both directions, mempcpy.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
int main(void) {
  char b[11] = "0123456789";
  memmove(b + 2, b, 5);
  assert(!strcmp(b, "0101234789"));
  memmove(b, b + 3, 7);
  assert(!strcmp(b, "1234789789"));
  memset(b + 1, 'x', 3);
  assert(!memcmp(b, "1xxx789", 7));
  assert(mempcpy(b, "AB", 2) == b + 2 && b[1] == 'B' && memcpy(b, "Z", 1) == b);
  return 0;
}
