// Static initialisers with addresses of objects, members, elements, functions and strings.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stddef.h>
struct node { int v; struct node *next; };
static struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
static int arr[10] = {[2] = 22, [9] = 99};
static int *mid = &arr[2], *end = arr + 10;
static struct { char pad; int in[3]; } s = {'p', {1, 2, 3}};
static int *inner = &s.in[2];
static const char *words[] = {"zero", "one", "two" + 1};
static int fn(void) { return 5; }
static int (*fp[2])(void) = {fn, 0};
static long self = sizeof(arr);
static void *me = &me;
int main(void) {
  assert(a.next->next->v == 3 && !a.next->next->next);
  assert(*mid == 22 && end[-1] == 99 && *inner == 3 && end - mid == 8);
  assert(words[1][2] == 'e' && words[2][0] == 'w' && fp[0]() == 5 && !fp[1] && self == 40 && me == &me);
  return 0;
}
