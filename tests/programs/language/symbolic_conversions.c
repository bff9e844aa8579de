// Conversions of an input: narrowing keeps the low bits, widening copies the sign or zeros.
// VERDICT: safe
// RUNS: full=1
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned u;
  signed char c;
  heddle_symbolic(&u, sizeof u, "u");
  heddle_symbolic(&c, sizeof c, "c");
  assert((unsigned char)u == (u & 0xff));
  assert((unsigned)(unsigned short)u == (u & 0xffff));
  assert((long)c >= -128);
  assert((long)c <= 127);
  assert((unsigned char)c == (c & 0xff));
  return 0;
}
