/* A pool of worker threads with a bounded queue of jobs. */
#ifndef POOL_H
#define POOL_H

struct pool;

typedef int pool_work(void *argument);

enum pool_error {
  POOL_OK = 0,
  POOL_FULL = -1,   /* there is no room in the queue */
  POOL_CLOSED = -2, /* the pool takes no jobs any more */
  POOL_MEMORY = -3,
  POOL_BAD_TICKET = -4,
};

enum pool_end {
  POOL_FINISH, /* jobs in the queue are executed */
  POOL_DISCARD /* jobs in the queue are dropped */
};

/* Returns NULL if there is no memory or a number is 0. */
struct pool *pool_create(unsigned threads, unsigned room);

/* Puts a job into the queue and waits for room if there is none. Returns a ticket, or an error. */
int pool_submit(struct pool *pool, pool_work *work, void *argument);

/* The same without waiting. */
int pool_try_submit(struct pool *pool, pool_work *work, void *argument);

/* Waits until the job of this ticket is done; returns what it returned. */
int pool_result(struct pool *pool, int ticket, int *result);

/* Waits until every job is done. */
void pool_wait(struct pool *pool);

unsigned pool_done(struct pool *pool);

/* Ends the pool and gives its memory back. */
void pool_destroy(struct pool *pool, enum pool_end how);

#endif
