// --max-memory ends a program that allocates without end.
// VERDICT: incomplete
// ARGS: --max-memory=200 --timeout=50
// REASON: memory
#include <stdlib.h>
#include <string.h>
int main(void) {
  for (;;) {
    char *p = malloc(1 << 20);
    memset(p, 1, 1 << 20);
  }
}
