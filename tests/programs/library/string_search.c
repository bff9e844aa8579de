// strchr, strrchr, strstr, strspn, strcspn, strpbrk, memchr, strlen, strnlen.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
int main(void) {
  const char *s = "the cat sat";
  assert(strchr(s, 'a') == s + 5 && strrchr(s, 'a') == s + 9 && !strchr(s, 'z') && strchr(s, 0) == s + 11);
  assert(strstr(s, "cat") == s + 4 && strstr(s, "sat") == s + 8 && !strstr(s, "dog") && strstr(s, "") == s);
  assert(strspn(s, "teh") == 3 && strcspn(s, "ac") == 4 && strpbrk(s, "xsc") == s + 4 && !strpbrk(s, "xyz"));
  assert(memchr(s, 't', 11) == s && memchr(s + 1, 't', 3) == NULL && strlen(s) == 11 && strnlen(s, 4) == 4);
  assert(memrchr(s, 't', 11) == s + 10 && strchrnul(s, 'z') == s + 11);
  return 0;
}
