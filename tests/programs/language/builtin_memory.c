// The builtin forms of memory and string functions.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
int main(void) {
  char a[16], b[16];
  __builtin_memset(a, 'x', sizeof a);
  __builtin_strcpy(b, "hello");
  __builtin_memcpy(a + 2, b, 5);
  __builtin_memmove(a + 3, a + 2, 5);
  assert(a[2] == 'h' && a[3] == 'h' && a[7] == 'o' && a[8] == 'x');
  assert(__builtin_strlen(b) == 5 && __builtin_memcmp(a, "xxhhello", 8) == 0);
  char *p = __builtin_alloca(7);
  p[6] = 1;
  assert(p[6] == 1 && __builtin_abs(-3) == 3);
  return 0;
}
