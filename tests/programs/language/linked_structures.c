// A binary search tree on the heap: built, walked, freed.
// VERDICT: safe
// RUNS: full=1
// ARGS: --check=+leak
#include <assert.h>
#include <stdlib.h>
struct t { int k; struct t *l, *r; };
static struct t *put(struct t *t, int k) {
  if (!t) { t = calloc(1, sizeof *t); t->k = k; return t; }
  if (k < t->k) t->l = put(t->l, k);
  else if (k > t->k) t->r = put(t->r, k);
  return t;
}
static int walk(struct t *t, int last) {
  if (!t) return last;
  last = walk(t->l, last);
  assert(last < t->k);
  return walk(t->r, t->k);
}
static void drop(struct t *t) { if (t) { drop(t->l); drop(t->r); free(t); } }
int main(void) {
  struct t *root = NULL;
  for (int i = 0; i < 50; i++) root = put(root, i * 37 % 101);
  assert(walk(root, -1) <= 100);
  drop(root);
  return 0;
}
