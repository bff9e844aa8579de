// A small hash table with an input key: found or not, chains intact.
// VERDICT: safe
// REPLAY: yes
#include <assert.h>
#include <stdlib.h>
#include "heddle.h"
struct n { unsigned char key, value; struct n *next; };
static struct n *slot[4];
static void put(unsigned char k, unsigned char v) {
  struct n *n = malloc(sizeof *n);
  *n = (struct n){k, v, slot[k % 4]};
  slot[k % 4] = n;
}
static int get(unsigned char k) {
  for (struct n *n = slot[k % 4]; n; n = n->next)
    if (n->key == k) return n->value;
  return -1;
}
int main(void) {
  unsigned char k;
  for (unsigned char i = 0; i < 8; i++) put(i, i * 3);
  heddle_symbolic(&k, 1, "k");
  int v = get(k);
  if (k < 8) assert(v == k * 3);
  else assert(v == -1);
  return 0;
}
