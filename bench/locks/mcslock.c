/* A queue lock: each of N threads waits at a node of its own for the one before it. FAIL: who is first does not wait
   for the one behind to have entered itself, and lets nobody go. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#ifndef N
#define N 3
#endif
struct mcs {
  _Atomic(struct mcs *) next;
  atomic_int waits;
};
static _Atomic(struct mcs *) tail;
static int counter;
static void lock(struct mcs *me) {
  atomic_store(&me->next, NULL);
  atomic_store(&me->waits, 1);
  struct mcs *before = atomic_exchange(&tail, me);
  if (!before) return;
  atomic_store(&before->next, me);
  while (atomic_load(&me->waits)) {}
}
static void unlock(struct mcs *me) {
  if (!atomic_load(&me->next)) {
    struct mcs *expected = me;
    if (atomic_compare_exchange_strong(&tail, &expected, NULL)) return;
#ifdef FAIL
    if (!atomic_load(&me->next)) return;
#else
    while (!atomic_load(&me->next)) {}
#endif
  }
  atomic_store(&atomic_load(&me->next)->waits, 0);
}
static struct mcs nodes[N];
static void *work(void *mine) {
  lock(mine);
  counter++;
  unlock(mine);
  return NULL;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, work, &nodes[i]);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(counter == N);
  return 0;
}
