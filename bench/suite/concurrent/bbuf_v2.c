/* bbuf: a bounded buffer between producers and consumers, with batches.

   A producer hands over its items in batches; what does not fit waits until there is room. Each consumer takes as
   many items as it was asked to and ends. Inputs: how many producers and consumers there are, the size of a batch,
   how the items are shared out among the consumers, and the items. The audit at the end compares what was taken
   with what was put. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef CAPACITY
#define CAPACITY 2 /* places of the buffer */
#endif
#ifndef ITEMS
#define ITEMS 2 /* items of one producer */
#endif
#ifndef PRODUCERS
#define PRODUCERS 2 /* at most */
#endif
#ifndef CONSUMERS
#define CONSUMERS 2 /* at most */
#endif

/* ---- the buffer */

struct buffer {
  pthread_mutex_t lock;
  pthread_cond_t not_full, not_empty;
  unsigned place[CAPACITY];
  unsigned head, used;
  unsigned put, taken; /* items so far */
};

static void buffer_open(struct buffer *b) {
  pthread_mutex_init(&b->lock, NULL);
  pthread_cond_init(&b->not_full, NULL);
  pthread_cond_init(&b->not_empty, NULL);
  b->head = b->used = b->put = b->taken = 0;
}

static void buffer_close(struct buffer *b) {
  pthread_cond_destroy(&b->not_empty);
  pthread_cond_destroy(&b->not_full);
  pthread_mutex_destroy(&b->lock);
}

static bool buffer_is_full(const struct buffer *b) { return b->used == CAPACITY; }
static bool buffer_is_empty(const struct buffer *b) { return b->used == 0; }

/* The lock is held and there is room. */
static void buffer_append(struct buffer *b, unsigned item) {
  b->place[(b->head + b->used) % CAPACITY] = item;
  b->used++;
  b->put++;
}

/* The lock is held and there is an item. */
static unsigned buffer_shift(struct buffer *b) {
  unsigned item = b->place[b->head];
  b->head = (b->head + 1) % CAPACITY;
  b->used--;
  b->taken++;
  return item;
}

/* Puts as many of the items as there is room for, at least one; how many that were. */
static unsigned buffer_put(struct buffer *b, const unsigned *item, unsigned count) {
  unsigned done = 0;
  pthread_mutex_lock(&b->lock);
  while (buffer_is_full(b)) pthread_cond_wait(&b->not_full, &b->lock);
  while (done < count && !buffer_is_full(b)) buffer_append(b, item[done++]);
  pthread_cond_signal(&b->not_empty);
  pthread_mutex_unlock(&b->lock);
  return done;
}

static unsigned buffer_take(struct buffer *b) {
  pthread_mutex_lock(&b->lock);
  while (buffer_is_empty(b)) pthread_cond_wait(&b->not_empty, &b->lock);
  unsigned item = buffer_shift(b);
  pthread_cond_signal(&b->not_full);
  pthread_mutex_unlock(&b->lock);
  return item;
}

/* ---- what is to be done, from the inputs */

struct plan {
  unsigned producers, consumers, batch;
  unsigned quota[CONSUMERS]; /* items that each consumer takes */
};

/* Every item has a consumer: the first one takes what `share` says, the last one the rest. */
static void plan_quotas(struct plan *plan, unsigned share) {
  unsigned left = plan->producers * ITEMS;
  for (unsigned i = 0; i < plan->consumers; i++) {
    unsigned mine = share < left ? share : left;
    if (i + 1 == plan->consumers) mine = left;
    plan->quota[i] = mine;
    left -= mine;
  }
}

static void plan_make(struct plan *plan, unsigned char producers, unsigned char consumers, unsigned char batch,
                      unsigned char share) {
  plan->producers = producers % 2 ? PRODUCERS : 1;
  plan->consumers = consumers % 2 ? CONSUMERS : 1;
  plan->batch = batch > 128 ? ITEMS : 1;
  plan_quotas(plan, share < 64 ? 1 : ITEMS);
}

/* ---- the threads */

struct worker {
  pthread_t thread;
  struct buffer *buffer;
  const struct plan *plan;
  unsigned item[ITEMS]; /* of a producer */
  unsigned quota;       /* of a consumer */
  unsigned sum;         /* of the items that went through its hands */
};

static void *produce(void *argument) {
  struct worker *w = argument;
  unsigned sent = 0;
  while (sent < ITEMS) {
    unsigned count = ITEMS - sent < w->plan->batch ? ITEMS - sent : w->plan->batch;
    unsigned done = buffer_put(w->buffer, w->item + sent, count);
    for (unsigned i = sent; i < sent + done; i++) w->sum += w->item[i];
    sent += done;
  }
  return NULL;
}

static void *consume(void *argument) {
  struct worker *w = argument;
  for (unsigned i = 0; i < w->quota; i++) w->sum += buffer_take(w->buffer);
  return NULL;
}

static unsigned join_all(struct worker *w, unsigned count) {
  unsigned sum = 0;
  for (unsigned i = 0; i < count; i++) {
    pthread_join(w[i].thread, NULL);
    sum += w[i].sum;
  }
  return sum;
}

int main(void) {
  static struct buffer buffer;
  static struct plan plan;
  static struct worker producer[PRODUCERS], consumer[CONSUMERS];
  unsigned char producers, consumers, batch, share, value[PRODUCERS];
  heddle_symbolic(&producers, sizeof producers, "producers");
  heddle_symbolic(&consumers, sizeof consumers, "consumers");
  heddle_symbolic(&batch, sizeof batch, "batch");
  heddle_symbolic(&share, sizeof share, "share");
  heddle_symbolic(value, sizeof value, "value");
  plan_make(&plan, producers, consumers, batch, share);
  buffer_open(&buffer);
  for (unsigned i = 0; i < plan.consumers; i++) {
    consumer[i] = (struct worker){.buffer = &buffer, .plan = &plan, .quota = plan.quota[i]};
    pthread_create(&consumer[i].thread, NULL, consume, &consumer[i]);
  }
  for (unsigned i = 0; i < plan.producers; i++) {
    producer[i] = (struct worker){.buffer = &buffer, .plan = &plan};
    for (unsigned k = 0; k < ITEMS; k++) producer[i].item[k] = value[i] + k;
    pthread_create(&producer[i].thread, NULL, produce, &producer[i]);
  }
  unsigned put = join_all(producer, plan.producers), taken = join_all(consumer, plan.consumers);
  assert(buffer_is_empty(&buffer) && buffer.put == buffer.taken);
  assert(put == taken);
  buffer_close(&buffer);
  return 0;
}
