// exit runs the handlers in reverse order, then stops.
// VERDICT: safe
// RUNS: full=1
// NATIVE: 3
// OUTPUT-LIKE-NATIVE: yes
#include <stdio.h>
#include <stdlib.h>
static void one(void) { puts("one"); }
static void two(void) { puts("two"); }
int main(void) {
  atexit(one);
  atexit(two);
  puts("main");
  exit(3);
}
