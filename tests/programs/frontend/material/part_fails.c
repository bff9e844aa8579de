#include "part.h"
int scale(int x) {
  int t[2] = {shared, x};
  return t[x];
}
int counter(void) { return 0; }
