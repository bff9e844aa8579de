// A failure in a destructor is a failure of the program.
// VERDICT: unsafe
#include <assert.h>
static int open_files;
__attribute__((destructor)) static void check(void) {
  assert(open_files == 0); // FAIL-HERE: assert
}
int main(void) {
  open_files = 1;
  return 0;
}
