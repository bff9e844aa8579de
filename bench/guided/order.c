/* An input x of at most 10; one thread writes 10, then 20; the other reads twice and must not see x fall. FAIL: at most 11. */
#include "../threads/common.h"
#include <heddle.h>
#ifdef FAIL
#define MOST 11
#else
#define MOST 10
#endif
SH(int) x;
void *writer(void *p) { x = 10; x = 20; return 0; }
void *reader(void *p) { int a = x, b = x; assert(a <= b); return 0; }
int main(void) {
  pthread_t a, b; int v;
  heddle_symbolic(&v, sizeof v, "v"); heddle_assume(v <= MOST);
  x = v;
  SPAWN(a, writer, 0); SPAWN(b, reader, 0); JOIN(a); JOIN(b);
  return 0;
}
