/* A pool of worker threads with a bounded queue of jobs. */
#include "pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { MAX_THREADS = 8, MAX_ROOM = 64, MAX_TICKETS = 256 };

enum state { STATE_FREE, STATE_QUEUED, STATE_RUNNING, STATE_DONE, STATE_DROPPED };

struct job {
  pool_work *work;
  void *argument;
  int ticket;
};

struct ring {
  struct job *job;
  unsigned room;
  unsigned first;
  unsigned count;
};

struct outcome {
  enum state state;
  int result;
};

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t not_empty;
  pthread_cond_t not_full;
  pthread_cond_t progress; /* a job was done */
  struct ring ring;
  struct outcome *outcome; /* by ticket */
  unsigned tickets;        /* handed out */
  unsigned running;        /* jobs that are being executed */
  unsigned done;
  int closed;
  unsigned threads;
  pthread_t thread[MAX_THREADS];
};

/* ---- the ring */

static int ring_open(struct ring *ring, unsigned room) {
  ring->job = calloc(room, sizeof *ring->job);
  ring->room = room;
  ring->first = 0;
  ring->count = 0;
  return ring->job != NULL;
}

static void ring_close(struct ring *ring) {
  free(ring->job);
  ring->job = NULL;
}

static int ring_full(const struct ring *ring) { return ring->count == ring->room; }

static int ring_empty(const struct ring *ring) { return ring->count == 0; }

static void ring_put(struct ring *ring, struct job job) {
  unsigned at = ring->first + ring->count;
  if (at >= ring->room) at = at - ring->room;
  assert(ring->count < ring->room);
  ring->job[at] = job;
  ring->count = ring->count + 1;
}

static struct job ring_take(struct ring *ring) {
  struct job job = ring->job[ring->first];
  assert(ring->count > 0);
  ring->first = ring->first + 1;
  if (ring->first == ring->room) ring->first = 0;
  ring->count = ring->count - 1;
  return job;
}

/* ---- workers */

static void finish(struct pool *pool, int t, int r) {
  pool->outcome[t].state = STATE_DONE;
  pool->outcome[t].result = r;
  pool->running = pool->running - 1;
  pool->done = pool->done + 1;
  pthread_cond_broadcast(&pool->progress);
}

static void *worker(void *argument) {
  struct pool *pool = argument;
  pthread_mutex_lock(&pool->lock);
  for (;;) {
    while (ring_empty(&pool->ring) && !pool->closed) pthread_cond_wait(&pool->not_empty, &pool->lock);
    if (ring_empty(&pool->ring)) break;
    struct job job = ring_take(&pool->ring);
    pool->outcome[job.ticket].state = STATE_RUNNING;
    pool->running = pool->running + 1;
    pthread_cond_signal(&pool->not_full);
    pthread_mutex_unlock(&pool->lock);
    int r = job.work(job.argument);
    pthread_mutex_lock(&pool->lock);
    finish(pool, job.ticket, r);
  }
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}

/* ---- the pool */

struct pool *pool_create(unsigned threads, unsigned room) {
  if (threads == 0 || threads > MAX_THREADS || room == 0 || room > MAX_ROOM) return NULL;
  struct pool *pool = calloc(1, sizeof *pool);
  if (!pool) return NULL;
  pool->outcome = calloc(MAX_TICKETS, sizeof *pool->outcome);
  if (!pool->outcome || !ring_open(&pool->ring, room)) {
    free(pool->outcome);
    free(pool);
    return NULL;
  }
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->not_empty, NULL);
  pthread_cond_init(&pool->not_full, NULL);
  pthread_cond_init(&pool->progress, NULL);
  pool->threads = threads;
  for (unsigned i = 0; i < threads; i++) pthread_create(&pool->thread[i], NULL, worker, pool);
  return pool;
}

static int next_ticket(struct pool *pool) {
  if (pool->tickets == MAX_TICKETS) return POOL_MEMORY;
  int ticket = (int)pool->tickets;
  pool->tickets = pool->tickets + 1;
  return ticket;
}

/* The lock is held. */
static int enqueue(struct pool *pool, pool_work *work, void *argument) {
  struct job job;
  int ticket = next_ticket(pool);
  if (ticket < 0) return ticket;
  job.work = work;
  job.argument = argument;
  job.ticket = ticket;
  pool->outcome[ticket].state = STATE_QUEUED;
  ring_put(&pool->ring, job);
  pthread_cond_signal(&pool->not_empty);
  return ticket;
}

int pool_submit(struct pool *pool, pool_work *work, void *argument) {
  int ticket;
  pthread_mutex_lock(&pool->lock);
  while (ring_full(&pool->ring) && !pool->closed) pthread_cond_wait(&pool->not_full, &pool->lock);
  if (pool->closed) {
    ticket = POOL_CLOSED;
  } else {
    ticket = enqueue(pool, work, argument);
  }
  pthread_mutex_unlock(&pool->lock);
  return ticket;
}

int pool_try_submit(struct pool *pool, pool_work *work, void *argument) {
  int ticket;
  pthread_mutex_lock(&pool->lock);
  if (pool->closed) {
    ticket = POOL_CLOSED;
  } else if (ring_full(&pool->ring)) {
    ticket = POOL_FULL;
  } else {
    ticket = enqueue(pool, work, argument);
  }
  pthread_mutex_unlock(&pool->lock);
  return ticket;
}

static int is_over(const struct outcome *outcome) {
  return outcome->state == STATE_DONE || outcome->state == STATE_DROPPED;
}

int pool_result(struct pool *pool, int ticket, int *result) {
  int answer = POOL_OK;
  pthread_mutex_lock(&pool->lock);
  if (ticket < 0 || (unsigned)ticket >= pool->tickets) {
    pthread_mutex_unlock(&pool->lock);
    return POOL_BAD_TICKET;
  }
  struct outcome *outcome = &pool->outcome[ticket];
  while (!is_over(outcome)) pthread_cond_wait(&pool->progress, &pool->lock);
  if (outcome->state == STATE_DONE) {
    *result = outcome->result;
  } else {
    answer = POOL_CLOSED;
  }
  pthread_mutex_unlock(&pool->lock);
  return answer;
}

void pool_wait(struct pool *pool) {
  pthread_mutex_lock(&pool->lock);
  while (!ring_empty(&pool->ring) || pool->running > 0) pthread_cond_wait(&pool->progress, &pool->lock);
  pthread_mutex_unlock(&pool->lock);
}

unsigned pool_done(struct pool *pool) {
  pthread_mutex_lock(&pool->lock);
  unsigned done = pool->done;
  pthread_mutex_unlock(&pool->lock);
  return done;
}

/* The lock is held. */
static void discard(struct pool *pool) {
  while (!ring_empty(&pool->ring)) {
    struct job job = ring_take(&pool->ring);
    pool->outcome[job.ticket].state = STATE_DROPPED;
  }
  pthread_cond_broadcast(&pool->progress);
}

void pool_destroy(struct pool *pool, enum pool_end how) {
  if (!pool) return;
  pthread_mutex_lock(&pool->lock);
  pool->closed = 1;
  if (how == POOL_DISCARD) discard(pool);
  pthread_cond_broadcast(&pool->not_empty);
  pthread_cond_broadcast(&pool->not_full);
  pthread_mutex_unlock(&pool->lock);
  for (unsigned i = 0; i < pool->threads; i++) pthread_join(pool->thread[i], NULL);
  pthread_cond_destroy(&pool->not_empty);
  pthread_cond_destroy(&pool->not_full);
  pthread_cond_destroy(&pool->progress);
  pthread_mutex_destroy(&pool->lock);
  ring_close(&pool->ring);
  free(pool->outcome);
  free(pool);
}
