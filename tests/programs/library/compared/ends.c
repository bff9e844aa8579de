// quick_exit calls its own functions only, in reverse.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void say(const char *text) { (void)!write(1, text, 2); }
static void first(void) { say("1\n"); }
static void second(void) { say("2\n"); }
static void never(void) { say("3\n"); }
int main(void) {
  atexit(never);
  at_quick_exit(first);
  at_quick_exit(second);
  if (getppid() == -1) _exit(1);
  quick_exit(0);
}
