// Copying uninitialised padding and bytes is no decision.
// VERDICT: safe
// ARGS: --check=+uninit
#include <string.h>
struct s { char c; long l; };
int main(void) {
  struct s a, b;
  char raw[sizeof a];
  a.c = 1;
  a.l = 2;
  b = a;
  memcpy(raw, &b, sizeof raw);
  return b.l == 2 ? 0 : 1;
}
