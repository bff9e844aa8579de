/* bank: clients transfer money between accounts, an auditor adds up all of them at any time.

   Each account has its lock; a transfer holds both of its accounts, the auditor holds all. Locks are taken in the
   order of the accounts' numbers. An account cannot be overdrawn; a transfer that would do so is refused and noted.
   Inputs: source, target and amount of each transfer, and whether the auditor comes. Money is neither made nor
   lost, at no time. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef ACCOUNTS
#define ACCOUNTS 3
#endif
#ifndef CLIENTS
#define CLIENTS 2
#endif
#ifndef TRANSFERS
#define TRANSFERS 1 /* of one client */
#endif

enum { START = 100 }; /* what each account holds in the beginning */

/* ---- accounts */

struct account {
  pthread_mutex_t lock; /* for what follows */
  unsigned balance;
  unsigned in, out; /* transfers so far */
  unsigned refused;
};

struct bank {
  struct account account[ACCOUNTS];
};

static void bank_open(struct bank *bank) {
  for (unsigned i = 0; i < ACCOUNTS; i++) {
    struct account *a = &bank->account[i];
    pthread_mutex_init(&a->lock, NULL);
    a->balance = START;
    a->in = a->out = a->refused = 0;
  }
}

static void bank_close(struct bank *bank) {
  for (unsigned i = 0; i < ACCOUNTS; i++) pthread_mutex_destroy(&bank->account[i].lock);
}

static void lock_two(struct bank *bank, unsigned from, unsigned to) {
  unsigned first = from < to ? from : to, second = from < to ? to : from;
  pthread_mutex_lock(&bank->account[first].lock);
  pthread_mutex_lock(&bank->account[second].lock);
}

static void unlock_two(struct bank *bank, unsigned from, unsigned to) {
  pthread_mutex_unlock(&bank->account[from].lock);
  pthread_mutex_unlock(&bank->account[to].lock);
}

enum result { DONE, REFUSED, NONSENSE };

/* Both locks are held. */
static enum result move_money(struct account *from, struct account *to, unsigned amount) {
  if (from->balance < amount) {
    from->refused++;
    return REFUSED;
  }
  from->balance -= amount;
  from->out++;
  to->balance += amount;
  to->in++;
  return DONE;
}

static enum result bank_transfer(struct bank *bank, unsigned from, unsigned to, unsigned amount) {
  if (from == to || amount == 0) return NONSENSE;
  lock_two(bank, from, to);
  enum result result = move_money(&bank->account[from], &bank->account[to], amount);
  unlock_two(bank, from, to);
  return result;
}

/* ---- the auditor */

static void *audit_now(void *argument) {
  struct bank *bank = argument;
  unsigned sum = 0;
  for (unsigned i = 0; i < ACCOUNTS; i++) pthread_mutex_lock(&bank->account[i].lock);
  for (unsigned i = 0; i < ACCOUNTS; i++) sum += bank->account[i].balance;
  for (unsigned i = 0; i < ACCOUNTS; i++) pthread_mutex_unlock(&bank->account[i].lock);
  assert(sum == ACCOUNTS * START);
  return NULL;
}

/* ---- the clients */

struct order {
  unsigned from, to, amount;
};

struct client {
  pthread_t thread;
  struct bank *bank;
  struct order order[TRANSFERS];
  unsigned count[NONSENSE + 1]; /* by result */
};

static void *work(void *argument) {
  struct client *client = argument;
  for (unsigned i = 0; i < TRANSFERS; i++) {
    const struct order *o = &client->order[i];
    client->count[bank_transfer(client->bank, o->from, o->to, o->amount)]++;
  }
  return NULL;
}

/* ---- the audit at the end */

static void audit_end(const struct bank *bank, const struct client *client) {
  unsigned sum = 0, in = 0, out = 0, refused = 0, count[NONSENSE + 1] = {0, 0, 0};
  for (unsigned i = 0; i < ACCOUNTS; i++) {
    const struct account *a = &bank->account[i];
    assert(a->balance <= ACCOUNTS * START);
    sum += a->balance;
    in += a->in;
    out += a->out;
    refused += a->refused;
  }
  for (unsigned i = 0; i < CLIENTS; i++)
    for (unsigned k = DONE; k <= NONSENSE; k++) count[k] += client[i].count[k];
  assert(sum == ACCOUNTS * START);
  assert(in == out && out == count[DONE] && refused == count[REFUSED]);
  assert(count[DONE] + count[REFUSED] + count[NONSENSE] == CLIENTS * TRANSFERS);
}

/* ---- inputs */

struct input {
  unsigned char from, to, amount;
};

/* The account that an input names; the decision is made before anything starts. */
static unsigned account_of(unsigned char input) {
  unsigned account = 0;
  while (account < ACCOUNTS - 1 && input % ACCOUNTS != account) account++;
  return account;
}

static void plan(struct client *client, struct bank *bank, const struct input *input) {
  client->bank = bank;
  for (unsigned i = 0; i < TRANSFERS; i++) {
    client->order[i].from = account_of(input[i].from);
    client->order[i].to = account_of(input[i].to);
    client->order[i].amount = input[i].amount;
  }
}

int main(void) {
  static struct bank bank;
  static struct client client[CLIENTS];
  struct input input[CLIENTS][TRANSFERS];
  unsigned char audited;
  pthread_t auditor;
  heddle_symbolic(input, sizeof input, "orders");
  heddle_symbolic(&audited, sizeof audited, "audited");
  bank_open(&bank);
  for (unsigned i = 0; i < CLIENTS; i++) plan(&client[i], &bank, input[i]);
  for (unsigned i = 0; i < CLIENTS; i++) pthread_create(&client[i].thread, NULL, work, &client[i]);
  if (audited % 2) {
    pthread_create(&auditor, NULL, audit_now, &bank);
    pthread_join(auditor, NULL);
  }
  for (unsigned i = 0; i < CLIENTS; i++) pthread_join(client[i].thread, NULL);
  audit_end(&bank, client);
  bank_close(&bank);
  return 0;
}
