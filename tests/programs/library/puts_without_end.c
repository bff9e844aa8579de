// A string of unknown bytes that may lack its end: printing it reads past the array.
// VERDICT: unsafe
// RUNS: full==2
// REPLAY: yes
#include <stdio.h>
#include "heddle.h"
int main(void) {
  char text[4];
  heddle_symbolic(text, sizeof text, "text");
  puts(text); // FAIL-HERE: memory out-of-bounds read of 1 byte at offset 4
  printf("%s %.4s\n", text, text);
  return 0;
}
