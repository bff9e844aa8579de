/* A counter that several workers share. Each adds its part under the lock, but the early exit that was added for empty
   parts reads the total before the lock is taken and writes it back afterwards: with the right input and the right
   interleaving an addition is lost.

   heddle run examples/counter.c finds the input and the schedule; heddle replay --native runs both natively. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

enum { WORKERS = 2, LIMIT = 100 };

struct account {
  pthread_mutex_t lock;
  int total;
};

static struct account account = {.lock = PTHREAD_MUTEX_INITIALIZER};
static unsigned char part[WORKERS];

static void add(struct account *a, int amount) {
  int before = a->total;
  if (before + amount > LIMIT) return;
  pthread_mutex_lock(&a->lock);
  if (amount < 10) a->total = before + amount; /* the fast path */
  else a->total += amount;
  pthread_mutex_unlock(&a->lock);
}

static void *worker(void *p) {
  add(&account, *(unsigned char *)p);
  return NULL;
}

int main(void) {
  pthread_t thread[WORKERS];
  heddle_symbolic(part, sizeof part, "part");
  heddle_assume(part[0] + part[1] <= LIMIT);
  for (int i = 0; i < WORKERS; i++) pthread_create(&thread[i], NULL, worker, &part[i]);
  for (int i = 0; i < WORKERS; i++) pthread_join(thread[i], NULL);
  assert(account.total == part[0] + part[1]);
  return 0;
}
