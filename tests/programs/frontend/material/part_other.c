#include "part.h"
static int n;
static int helper(void) { return ++n; }
int scale(int x) { return x * shared; }
int counter(void) { return helper(); }
