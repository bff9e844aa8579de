/* pool_v1.c: a payment service with a pool of workers.

   The front end of a shop puts payments into a bounded queue; workers take them out and book them. A payment moves
   money from a customer's account to the shop's. A payment above REVIEW_LIMIT is reviewed first.

   Rules that must hold, whatever the payments are and however the threads are scheduled:
     - no account is ever overdrawn;
     - every payment is answered, booked or refused;
     - a booked payment is in the statements of both accounts, a refused one in neither.

       heddle run examples/pool_v1.c

   checks all amounts and all schedules of the driver at the end. pool_v2.c is the next version of this file. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum {
  WORKERS = 2,
  QUEUE_ROOM = 2,    /* payments that may wait; beyond that the front end waits */
  PAYMENTS = 2,      /* of the driver */
  REVIEW_LIMIT = 50, /* larger payments are reviewed */
};

/* ---- accounts */

struct account {
  pthread_mutex_t lock;
  int balance;
  int entries; /* lines of its statement */
};

static void account_open(struct account *account, int balance) {
  pthread_mutex_init(&account->lock, NULL);
  account->balance = balance;
  account->entries = 0;
}

static void account_close(struct account *account) { pthread_mutex_destroy(&account->lock); }

/* The caller holds the lock. */
static bool account_covers(const struct account *account, int amount) { return account->balance >= amount; }

/* The caller holds the lock and has made sure that the account covers the amount. */
static void account_take(struct account *account, int amount) {
  account->balance -= amount;
  assert(account->balance >= 0);
  account->entries++;
}

static void account_put(struct account *account, int amount) {
  pthread_mutex_lock(&account->lock);
  account->balance += amount;
  account->entries++;
  pthread_mutex_unlock(&account->lock);
}

/* ---- payments and their review */

enum answer { PENDING, BOOKED, REFUSED };

struct payment {
  int amount;
  enum answer answer; /* written by the worker that has the payment, read after the pool was closed */
};

/* What the risk department wrote down: amounts that look like a test of a stolen card. */
static bool review_passes(const struct payment *payment) { return payment->amount != 77; }

static bool payment_is_large(const struct payment *payment) { return payment->amount > REVIEW_LIMIT; }

/* ---- the ledger: who has how much */

struct ledger {
  struct account customer, shop;
};

static void ledger_open(struct ledger *ledger, int customer, int shop) {
  account_open(&ledger->customer, customer);
  account_open(&ledger->shop, shop);
}

static void ledger_close(struct ledger *ledger) {
  account_close(&ledger->customer);
  account_close(&ledger->shop);
}

/* Takes the money from the customer, if it is there and nothing speaks against it. */
static bool ledger_withdraw(struct ledger *ledger, const struct payment *payment) {
  struct account *from = &ledger->customer;
  bool taken = false;
  pthread_mutex_lock(&from->lock);
  if (account_covers(from, payment->amount)) {
    if (!payment_is_large(payment) || review_passes(payment)) {
      account_take(from, payment->amount);
      taken = true;
    }
  }
  pthread_mutex_unlock(&from->lock);
  return taken;
}

static enum answer ledger_book(struct ledger *ledger, const struct payment *payment) {
  if (!ledger_withdraw(ledger, payment)) return REFUSED;
  account_put(&ledger->shop, payment->amount);
  return BOOKED;
}

/* The rules at the top of this file; nobody books any more. */
static void ledger_audit(const struct ledger *ledger, int booked) {
  assert(ledger->customer.entries == booked);
  assert(ledger->shop.entries == booked);
}

/* ---- the queue between the front end and the workers */

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t has_payment, has_room;
  struct payment *waiting[QUEUE_ROOM];
  unsigned first, count;
  bool closed; /* no payments will be added any more */
};

static void queue_open(struct queue *queue) {
  pthread_mutex_init(&queue->lock, NULL);
  pthread_cond_init(&queue->has_payment, NULL);
  pthread_cond_init(&queue->has_room, NULL);
  queue->first = queue->count = 0;
  queue->closed = false;
}

static void queue_free(struct queue *queue) {
  pthread_cond_destroy(&queue->has_room);
  pthread_cond_destroy(&queue->has_payment);
  pthread_mutex_destroy(&queue->lock);
}

static void queue_add(struct queue *queue, struct payment *payment) {
  pthread_mutex_lock(&queue->lock);
  while (queue->count == QUEUE_ROOM) pthread_cond_wait(&queue->has_room, &queue->lock);
  queue->waiting[(queue->first + queue->count) % QUEUE_ROOM] = payment;
  queue->count++;
  pthread_cond_signal(&queue->has_payment);
  pthread_mutex_unlock(&queue->lock);
}

/* The next payment; NULL when the queue is closed and empty. */
static struct payment *queue_next(struct queue *queue) {
  struct payment *payment = NULL;
  pthread_mutex_lock(&queue->lock);
  while (queue->count == 0 && !queue->closed) pthread_cond_wait(&queue->has_payment, &queue->lock);
  if (queue->count > 0) {
    payment = queue->waiting[queue->first];
    queue->first = (queue->first + 1) % QUEUE_ROOM;
    queue->count--;
    pthread_cond_signal(&queue->has_room);
  }
  pthread_mutex_unlock(&queue->lock);
  return payment;
}

static void queue_close(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  queue->closed = true;
  pthread_cond_broadcast(&queue->has_payment);
  pthread_mutex_unlock(&queue->lock);
}

/* ---- the pool */

struct pool {
  struct queue queue;
  struct ledger *ledger;
  pthread_t worker[WORKERS];
};

static void *pool_work(void *arg) {
  struct pool *pool = arg;
  struct payment *payment;
  while ((payment = queue_next(&pool->queue)) != NULL) payment->answer = ledger_book(pool->ledger, payment);
  return NULL;
}

static void pool_start(struct pool *pool, struct ledger *ledger) {
  queue_open(&pool->queue);
  pool->ledger = ledger;
  for (int i = 0; i < WORKERS; i++) pthread_create(&pool->worker[i], NULL, pool_work, pool);
}

static void pool_submit(struct pool *pool, struct payment *payment) {
  payment->answer = PENDING;
  queue_add(&pool->queue, payment);
}

/* Returns when everything that was submitted is answered. */
static void pool_finish(struct pool *pool) {
  queue_close(&pool->queue);
  for (int i = 0; i < WORKERS; i++) pthread_join(pool->worker[i], NULL);
  queue_free(&pool->queue);
}

/* ---- the driver: a customer with 100, and two payments of any amount */

int main(void) {
  static struct ledger ledger;
  static struct pool pool;
  static struct payment payment[PAYMENTS];
  unsigned char amount[PAYMENTS];

  heddle_symbolic(&amount[0], 1, "first");
  heddle_symbolic(&amount[1], 1, "second");
  ledger_open(&ledger, 100, 0);
  pool_start(&pool, &ledger);
  for (int i = 0; i < PAYMENTS; i++) {
    payment[i].amount = amount[i];
    pool_submit(&pool, &payment[i]);
  }
  pool_finish(&pool);

  int booked = 0;
  for (int i = 0; i < PAYMENTS; i++) {
    assert(payment[i].answer != PENDING);
    booked += payment[i].answer == BOOKED;
  }
  ledger_audit(&ledger, booked);
  ledger_close(&ledger);
  return 0;
}
