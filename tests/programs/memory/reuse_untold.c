// Programs that cannot tell have one run: nobody compares addresses; no copy of the old address is left where a new object is made.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <stdlib.h>
struct node {
  struct node *next;
  int value;
};
static struct node *list;
static void push(int value) {
  struct node *n = malloc(sizeof *n);
  n->next = list;
  n->value = value;
  list = n;
}
static int pop(void) {
  struct node *n = list;
  int value = n->value;
  list = n->next;
  free(n);
  return value;
}
int main(void) {
  struct node *mark;
  for (int i = 0; i < 20; i++) push(i), push(i + 1), pop();
  mark = list;
  push(7);
  assert(list->next == mark);
  while (list) pop();
}
