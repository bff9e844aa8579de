// The victim has read top = a and a->next = b; meanwhile both are taken, a is freed, and a new object is pushed. Where that one has a's
// address the victim's exchange succeeds, and b is on the stack though somebody has it: ABA.
// RUN: heddle run --tests=runs --json=%t/out.json --out=%t/tests %s
// VERDICT: unsafe
// FAILURE: assert 25
// INPUT: malloc_reuses.3 == 1
// REPLAY: yes
// RUN: sh -c "for t in tests/*.assert.ktest; do %heddle replay --native --times=20 $t %s; done"
// EXIT: 1
// STDOUT: failed natively 20 of 20
// STDOUT: as recorded
// RUN: heddle run --tests=runs --json=%t/out.json --out=%t/fresh --malloc=fresh %s
// VERDICT: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { struct node *next; };
static _Atomic(struct node *) top;
static struct node *seen, *next;
static atomic_int taken;
static void *victim(void *unused) {
  struct node *expected = seen;
  if (atomic_compare_exchange_strong(&top, &expected, next))
    assert(!taken);
  return unused;
}
static void push(struct node *n) {
  n->next = top;
  while (!atomic_compare_exchange_strong(&top, &n->next, n)) {}
}
static struct node *pop(void) {
  struct node *n = top;
  while (n && !atomic_compare_exchange_strong(&top, &n, n->next)) {}
  return n;
}
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  pthread_t t;
  push(b);
  push(a);
  seen = a;
  next = b;
  pthread_create(&t, NULL, victim, NULL);
  struct node *first = pop();
  if (first == a) {
    free(a);
    taken = pop() == b;
    push(malloc(sizeof *a));
  }
  pthread_join(t, NULL);
}
