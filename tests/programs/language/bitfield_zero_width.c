// A field of width zero closes the unit.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
struct f { unsigned char a : 4; unsigned char : 0; unsigned char b : 4; };
int main(void) {
  union { struct f f; unsigned char raw[2]; } u = {.raw = {0, 0}};
  u.f.a = 15;
  u.f.b = 9;
  assert(sizeof(struct f) == 2 && u.raw[0] == 15 && u.raw[1] == 9);
  return 0;
}
