// Compound literals: unnamed objects of the block, of file scope, with designators.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
struct p { int x, y; };
static int *global = (int[]){7, 8, 9};
static int area(const struct p *p) { return p->x * p->y; }
static int first(int *v) { return v[0]++; }
int main(void) {
  assert(area(&(struct p){3, 4}) == 12 && area(&(struct p){.y = 5, .x = 2}) == 10);
  assert(global[2] == 9 && (int[]){[3] = 5}[3] == 5 && (int[]){[3] = 5}[0] == 0);
  for (int i = 0; i < 3; i++) assert(first((int[]){i}) == i);
  return 0;
}
