// Structs that travel through memory: the callee has its own copy, the result comes back whole.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
struct big { int v[20]; char name[9]; };
static int spoil(struct big b) { int s = 0; for (int i = 0; i < 20; i++) s += b.v[i], b.v[i] = -1; return s; }
static struct big make(int from) {
  struct big b = {.name = "big"};
  for (int i = 0; i < 20; i++) b.v[i] = from + i;
  return b;
}
static struct big through(struct big a, int k, struct big b) { a.v[k] = b.v[k]; return a; }
int main(void) {
  struct big b = make(1);
  assert(spoil(b) == 210 && spoil(b) == 210 && b.name[2] == 'g');
  struct big c = through(b, 3, make(100));
  assert(c.v[3] == 103 && c.v[4] == 5 && b.v[3] == 4);
  assert(make(7).v[19] == 26);
  return 0;
}
