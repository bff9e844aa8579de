// Constructors run before main by priority, destructors after it in reverse, atexit handlers between.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
// OUTPUT-LIKE-NATIVE: yes
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
static int order;
__attribute__((constructor(201))) static void second(void) { assert(order++ == 1); puts("c2"); }
__attribute__((constructor(200))) static void first(void) { assert(order++ == 0); puts("c1"); }
__attribute__((constructor)) static void third(void) { assert(order++ == 2); puts("c3"); }
__attribute__((destructor(200))) static void last(void) { assert(order++ == 7); puts("d1"); }
__attribute__((destructor(201))) static void before(void) { assert(order++ == 6); puts("d2"); }
static void handler1(void) { assert(order++ == 5); puts("a1"); }
static void handler2(void) { assert(order++ == 4); puts("a2"); }
int main(void) {
  assert(order++ == 3);
  atexit(handler1);
  atexit(handler2);
  puts("main");
  return 0;
}
