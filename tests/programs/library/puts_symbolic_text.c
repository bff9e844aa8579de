// A string of unknown bytes with its end in place is printed on one path, and the number printed is no input.
// VERDICT: safe
// RUNS: full==1
// TESTS: 1
#include <stdio.h>
#include "heddle.h"
int main(void) {
  char text[8] = "abc";
  heddle_symbolic(text + 1, 4, "text");
  int n = printf("%s|%.3s\n", text, text);
  puts(text);
  return n < 0;
}
