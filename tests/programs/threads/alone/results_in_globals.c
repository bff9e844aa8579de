// Results in globals that one thread alone touches cost no more runs than results in its locals.
// RUN: heddle run --tests=none --json=%t/out.json --prune=summaries %s
// VERDICT: safe
// RUNS: full=11 partial=43
// RUN: heddle run --tests=none --json=%t/out.json %s
// VERDICT: safe
// JSON: stats.state_cuts > 0
#include <pthread.h>
#include <assert.h>
static int x1;
static int a1;
static int x2;
static int a2;
static int x3;
static int a3;
static int x4;
static int a4;
static int x5;
static int a5;
static int x6;
static int a6;
static int x7;
static int a7;
static int x8;
static int a8;
static int x9;
static int a9;
static void *r(void *p){(void)p;
a1 = x1;
a2 = x2;
a3 = x3;
a4 = x4;
a5 = x5;
a6 = x6;
a7 = x7;
a8 = x8;
a9 = x9;
assert(a1 == 0 || a1 == 10);
assert(a2 == 0 || a2 == 10);
assert(a3 == 0 || a3 == 10);
assert(a4 == 0 || a4 == 10);
assert(a5 == 0 || a5 == 10);
assert(a6 == 0 || a6 == 10);
assert(a7 == 0 || a7 == 10);
assert(a8 == 0 || a8 == 10);
assert(a9 == 0 || a9 == 10);
return 0;}
static void *w(void *p){(void)p;
x1 = 10;
x2 = 10;
x3 = 10;
x4 = 10;
x5 = 10;
x6 = 10;
x7 = 10;
x8 = 10;
x9 = 10;
return 0;}
int main(void){pthread_t a,b;pthread_create(&a,0,r,0);pthread_create(&b,0,w,0);pthread_join(a,0);pthread_join(b,0);return 0;}
