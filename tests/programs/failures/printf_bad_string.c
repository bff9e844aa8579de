// printf of a null-ended promise that does not hold.
// VERDICT: unsafe
#include <stdio.h>
int main(void) {
  char b[2] = {'h', 'i'};
  printf("%s\n", b); // FAIL-HERE: memory
  return 0;
}
