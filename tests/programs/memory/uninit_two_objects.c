// Two objects that nobody wrote need not be equal, and a variable of a block is another one each time.
// FAILURE: assert 17
// FAILURE: assert 27
// FAILURE: assert 33
// REPLAY: yes
#include <assert.h>
#include <heddle.h>
#include <stdlib.h>
static int *kept;
static int look(const int *p) { return *p; }
int main(void) {
  char which;
  heddle_symbolic(&which, sizeof which, "which");
  if (which == 0) {
    int a, b;
    kept = &a;
    assert(look(&b) == look(kept));
  } else if (which == 1) {
    int last = 0;
    for (int i = 0; i < 2; i++) {
      int each;
      kept = &each;
      if (i == 0) {
        last = look(&each);
        continue;
      }
      assert(look(&each) == last);
    }
  } else {
    int *a = malloc(sizeof *a);
    int *b = malloc(sizeof *b);
    if (!a || !b) return 0;
    assert(*a == *b);
  }
  return 0;
}
