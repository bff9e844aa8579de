// Two threads take turns, and each counts while it waits for the other one.
// TIMEOUT: 180
// RUN: heddle run --strategy=naive --tests=failures --json=%t/out.json --out=%t/naive %s
// FAILURE: assert 25
// REASON: counts while it waits: explored up to
// RUN: heddle run --strategy=dpor --tests=failures --json=%t/out.json --out=%t/dpor %s
// FAILURE: assert 25
// REASON: counts while it waits: explored up to
// RUN: heddle run --tests=failures --json=%t/out.json --out=%t/guided %s
// FAILURE: assert 25
// REASON: counts while it waits: explored up to
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
enum { TURNS = 5 };
static atomic_int turn, waited, rounds;
static void *player(void *a) {
  int self = a != 0;
  for (int i = 0; i < TURNS; i++) {
    while (turn != self) waited++;
    rounds++;
    turn = !self;
  }
  assert(rounds < 2 * TURNS);
  return 0;
}
int main(void) {
  pthread_t p, q;
  pthread_create(&p, 0, player, 0);
  pthread_create(&q, 0, player, &q);
  pthread_join(p, 0);
  pthread_join(q, 0);
  return 0;
}
