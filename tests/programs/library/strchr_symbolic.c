// strchr on symbolic text returns a pointer to the first match or NULL.
// VERDICT: safe
#include <assert.h>
#include <string.h>
#include "heddle.h"
int main(void) {
  char s[4];
  heddle_symbolic(s, 3, "s");
  s[3] = 0;
  char *p = strchr(s, '=');
  if (p) assert(*p == '=');
  if (p) assert((p == s) | (s[0] != '='));
  return 0;
}
