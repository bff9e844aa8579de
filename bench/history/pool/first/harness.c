/* Two workers and a client that submits orders of any amount, waits for one of them and ends the pool in either way. */
#include <assert.h>
#include <heddle.h>
#include <stddef.h>

#include "pool.h"

enum { ORDERS = 3 };

struct order {
  unsigned char amount;
  int executed;
};

static int book(void *argument) {
  struct order *order = argument;
  order->executed = order->executed + 1;
  return order->amount > 200 ? -1 : order->amount / 2;
}

int main(void) {
  static struct order order[ORDERS];
  unsigned char amount, how;
  int ticket[ORDERS], result = 0, accepted = 0, executed = 0;
  heddle_symbolic(&amount, sizeof amount, "amount");
  heddle_symbolic(&how, sizeof how, "how");
  order[0].amount = amount;
  order[1].amount = (unsigned char)(amount + 7);
  order[2].amount = 3;
  struct pool *pool = pool_create(2, 2);
  if (!pool) return 0;
  for (int i = 0; i < 2; i++) ticket[i] = pool_submit(pool, book, &order[i]);
  ticket[2] = pool_try_submit(pool, book, &order[2]);
  for (int i = 0; i < ORDERS; i++) accepted += ticket[i] >= 0;
  assert(accepted >= 2);
  if (ticket[2] < 0) assert(pool_result(pool, ticket[2], &result) == POOL_BAD_TICKET);
  if (how & 2) {
    int answer = pool_result(pool, ticket[0], &result);
    assert(answer == POOL_OK && order[0].executed == 1);
    assert(result == (amount > 200 ? -1 : amount / 2));
  }
  if (how & 4) {
    pool_wait(pool);
    assert(pool_done(pool) == (unsigned)accepted);
  }
  pool_destroy(pool, how & 1 ? POOL_DISCARD : POOL_FINISH);
  for (int i = 0; i < ORDERS; i++) executed += order[i].executed;
  assert(executed <= accepted);
  if (!(how & 1)) assert(executed == accepted);
  return 0;
}
