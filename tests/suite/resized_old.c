#include <assert.h>
#include <heddle.h>
int main(void) {
  unsigned char a, b, c;
  int x;
  heddle_symbolic(&a, sizeof a, "a");
  heddle_symbolic(&b, sizeof b, "b");
  heddle_symbolic(&c, sizeof c, "c");
  if (b > 200) x = 9;
  else if (b > 100) x = c;
  else x = 8;
  if (a == 7) assert(x > 5);
  return 0;
}
