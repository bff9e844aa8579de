// Functions called through pointers of another type: missing arguments and results are values nobody wrote.
// VERDICT: safe
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static int narrow(int x) { return x + 1; }
static long wide(long x) { return x; }
static void nothing(void) {}
static unsigned char byte(unsigned char c, unsigned char d) { (void)d; return c; }
int main(void) {
  unsigned x;
  heddle_symbolic(&x, sizeof x, "x");
  long (*as_long)(long) = (long (*)(long))narrow;
  assert((int)as_long((long)x | 1l << 40) == (int)(x + 1));
  int (*as_int)(int) = (int (*)(int))wide;
  assert(as_int((int)x) == (int)x);
  int (*gives)(void) = (int (*)(void))nothing;
  volatile int unused = gives();
  (void)unused;
  unsigned (*one)(unsigned) = (unsigned (*)(unsigned))byte;
  assert((unsigned char)one(x) == (unsigned char)x);
  return 0;
}
