// strtok, strtok_r, strsep.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#define _DEFAULT_SOURCE
#include <assert.h>
#include <string.h>
int main(void) {
  char a[] = " one, two,,three ", b[] = "x:y", c[] = "1,,2", *save;
  assert(!strcmp(strtok(a, " ,"), "one") && !strcmp(strtok(NULL, " ,"), "two"));
  assert(!strcmp(strtok(NULL, " ,"), "three") && !strtok(NULL, " ,"));
  assert(!strcmp(strtok_r(b, ":", &save), "x") && !strcmp(strtok_r(NULL, ":", &save), "y") && !strtok_r(NULL, ":", &save));
  char *p = c;
  assert(!strcmp(strsep(&p, ","), "1") && !strcmp(strsep(&p, ","), "") && !strcmp(strsep(&p, ","), "2") && !p);
  return 0;
}
