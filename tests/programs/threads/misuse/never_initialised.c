// Objects of every kind that nobody initialised, on the heap.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static void nothing(void) {}
int main(void) {
  void *p = malloc(100);
  if (!p) return 0;
  switch (__VERIFIER_nondet_int()) {
  case 0: pthread_cond_broadcast(p); break;     // FAIL-HERE: sync
  case 1: pthread_cond_destroy(p); break;       // FAIL-HERE: sync
  case 2: sem_wait(p); break;                   // FAIL-HERE: sync
  case 3: sem_post(p); break;                   // FAIL-HERE: sync
  case 4: pthread_barrier_wait(p); break;       // FAIL-HERE: sync
  case 5: pthread_rwlock_rdlock(p); break;      // FAIL-HERE: sync
  case 6: pthread_rwlock_wrlock(p); break;      // FAIL-HERE: sync
  case 7: pthread_spin_lock(p); break;          // FAIL-HERE: sync
  case 8: pthread_spin_trylock(p); break;       // FAIL-HERE: sync
  case 9: pthread_once(p, nothing); break;      // FAIL-HERE: sync
  case 10: pthread_mutex_lock(p); break;        // FAIL-HERE: sync
  case 11: pthread_rwlock_tryrdlock(p); break;  // FAIL-HERE: sync
  case 12: sem_trywait(p); break;               // FAIL-HERE: sync
  }
  free(p);
  return 0;
}
