// A function that is not modelled is named, with its place.
// VERDICT: incomplete
// REASON: not_a_library_function
// REASON: unknown_function.c:8
#include <assert.h>
int not_a_library_function(int);
int main(void) {
  return not_a_library_function(3);
}
