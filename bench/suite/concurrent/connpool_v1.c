/* connpool: a pool of connections that clients share. A client takes a connection, sends its request over it, and
   gives it back.

   If all connections are out a client waits. A connection can break during a request; it is then opened again
   before the request is repeated. Inputs: the size of the pool, how many requests each client has, and at which
   request a connection breaks. The pool watches that a connection has one user at a time; the audit adds up what
   connections and clients counted. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef CLIENTS
#define CLIENTS 2
#endif
#ifndef CONNECTIONS
#define CONNECTIONS 2 /* at most */
#endif
#ifndef REQUESTS
#define REQUESTS 2 /* of one client, at most */
#endif

/* ---- a connection: belongs to whoever has it */

struct connection {
  bool open;
  unsigned users;    /* 1 while it is out, else 0 */
  unsigned requests; /* sent over it */
  unsigned opened;   /* times that it was opened */
};

static void connection_open(struct connection *c) {
  assert(!c->open);
  c->open = true;
  c->opened++;
}

/* False if the connection broke. */
static bool connection_send(struct connection *c, bool breaks) {
  assert(c->open);
  c->requests++;
  if (breaks) c->open = false;
  return c->open;
}

/* ---- the pool */

struct pool {
  pthread_mutex_t lock; /* for what follows */
  pthread_cond_t returned;
  unsigned size;
  unsigned nidle;
  unsigned idle[CONNECTIONS]; /* a stack of connections that nobody has */
  unsigned waits;             /* times that somebody had to wait */
  struct connection connection[CONNECTIONS];
};

static void pool_open(struct pool *pool, unsigned size) {
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->returned, NULL);
  pool->size = size;
  pool->waits = 0;
  for (unsigned i = 0; i < size; i++) {
    pool->connection[i] = (struct connection){.open = false};
    pool->idle[i] = i;
  }
  pool->nidle = size;
}

static void pool_close(struct pool *pool) {
  pthread_cond_destroy(&pool->returned);
  pthread_mutex_destroy(&pool->lock);
}

/* The lock is held, and there is an idle connection. */
static struct connection *pool_pop(struct pool *pool) {
  assert(pool->nidle > 0);
  pool->nidle--;
  return &pool->connection[pool->idle[pool->nidle]];
}

/* The lock is held. */
static void pool_push(struct pool *pool, const struct connection *c) {
  assert(pool->nidle < pool->size);
  pool->idle[pool->nidle] = (unsigned)(c - pool->connection);
  pool->nidle++;
}

static struct connection *pool_get(struct pool *pool) {
  pthread_mutex_lock(&pool->lock);
  while (pool->nidle == 0) {
    pool->waits++;
    pthread_cond_wait(&pool->returned, &pool->lock);
  }
  struct connection *c = pool_pop(pool);
  assert(c->users == 0);
  c->users++;
  pthread_mutex_unlock(&pool->lock);
  return c;
}

static void pool_put(struct pool *pool, struct connection *c) {
  pthread_mutex_lock(&pool->lock);
  assert(c->users == 1);
  c->users--;
  pool_push(pool, c);
  pthread_cond_signal(&pool->returned);
  pthread_mutex_unlock(&pool->lock);
}

/* ---- the clients */

struct client {
  pthread_t thread;
  struct pool *pool;
  unsigned requests;
  unsigned breaks_at; /* the request during which the connection breaks; none if there are not so many */
  unsigned sent;
};

/* A request is repeated once if the connection broke. */
static void client_send(struct client *client, struct connection *c, unsigned request) {
  bool breaks = request == client->breaks_at;
  if (!c->open) connection_open(c);
  client->sent++;
  if (connection_send(c, breaks)) return;
  connection_open(c);
  client->sent++;
  bool sent = connection_send(c, false);
  assert(sent);
}

static void *client_run(void *argument) {
  struct client *client = argument;
  for (unsigned i = 0; i < client->requests; i++) {
    struct connection *c = pool_get(client->pool);
    client_send(client, c, i);
    pool_put(client->pool, c);
  }
  return NULL;
}

/* ---- the audit */

static void audit(const struct pool *pool, const struct client *client) {
  unsigned sent = 0, requests = 0;
  for (unsigned i = 0; i < CLIENTS; i++) sent += client[i].sent;
  for (unsigned i = 0; i < pool->size; i++) {
    requests += pool->connection[i].requests;
    assert(pool->connection[i].users == 0);
    assert(pool->connection[i].open == (pool->connection[i].opened > 0));
  }
  assert(pool->nidle == pool->size);
  assert(sent == requests);
}

/* A choice of the user, made before anything starts. */
static unsigned choose(bool condition, unsigned yes, unsigned no) {
  if (condition) return yes;
  return no;
}

int main(void) {
  static struct pool pool;
  static struct client client[CLIENTS];
  unsigned char size, requests[CLIENTS], breaks[CLIENTS];
  heddle_symbolic(&size, sizeof size, "size");
  heddle_symbolic(requests, sizeof requests, "requests");
  heddle_symbolic(breaks, sizeof breaks, "breaks");
  pool_open(&pool, choose(size < 200, CONNECTIONS, CONNECTIONS - 1));
  for (unsigned i = 0; i < CLIENTS; i++) {
    client[i].pool = &pool;
    client[i].requests = choose(requests[i] % 2, REQUESTS, 1);
    client[i].breaks_at = choose(breaks[i] > 240, 0, REQUESTS);
    pthread_create(&client[i].thread, NULL, client_run, &client[i]);
  }
  for (unsigned i = 0; i < CLIENTS; i++) pthread_join(client[i].thread, NULL);
  audit(&pool, client);
  pool_close(&pool);
  return 0;
}
