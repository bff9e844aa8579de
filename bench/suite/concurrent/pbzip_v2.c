/* pbzip: a parallel block compressor. A reader cuts the data into blocks, compressors pack them, a writer puts them
   into an archive in order.

   Blocks go from the reader to the compressors through a queue, and from there to the writer through a table with a
   slot for each block. The archive has limited room; if it does not suffice the writer gives up, the queue is
   cancelled, and everybody ends early. Packing is by runs: a count and a byte. Input: the data. The audit unpacks
   the archive and compares. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifndef BLOCKS
#define BLOCKS 2
#endif
#ifndef BLOCK
#define BLOCK 2 /* bytes of a block */
#endif
#ifndef COMPRESSORS
#define COMPRESSORS 2
#endif
#ifndef ROOM
#define ROOM (BLOCKS * BLOCK * 2 - 2) /* bytes of the archive: a little less than data without any runs need */
#endif
#ifndef QUEUED
#define QUEUED 2 /* blocks that can wait */
#endif

/* ---- packing by runs */

/* At most twice as many bytes as there were; how many. */
static unsigned pack(const unsigned char *from, unsigned count, unsigned char *to) {
  unsigned n = 0;
  for (unsigned i = 0; i < count;) {
    unsigned run = 1;
    while (i + run < count && from[i + run] == from[i]) run++;
    to[n++] = (unsigned char)run;
    to[n++] = from[i];
    i += run;
  }
  return n;
}

/* How many bytes came out; more than fit are not written. */
static unsigned unpack(const unsigned char *from, unsigned count, unsigned char *to, unsigned room) {
  unsigned n = 0;
  for (unsigned i = 0; i + 1 < count; i += 2)
    for (unsigned k = 0; k < from[i]; k++, n++)
      if (n < room) to[n] = from[i + 1];
  return n;
}

/* ---- the queue of blocks */

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  unsigned block[QUEUED]; /* numbers of blocks */
  unsigned head, used;
  bool closed;    /* the reader has put its last block */
  bool cancelled; /* nothing that is queued is wanted any more */
};

static struct queue *queue_new(void) {
  struct queue *q = malloc(sizeof *q);
  if (!q) abort();
  pthread_mutex_init(&q->lock, NULL);
  pthread_cond_init(&q->not_empty, NULL);
  pthread_cond_init(&q->not_full, NULL);
  q->head = q->used = 0;
  q->closed = q->cancelled = false;
  return q;
}

/* Nobody uses it any more. */
static void queue_delete(struct queue *q) {
  pthread_cond_destroy(&q->not_full);
  pthread_cond_destroy(&q->not_empty);
  pthread_mutex_destroy(&q->lock);
  free(q);
}

/* False if the queue was cancelled. */
static bool queue_put(struct queue *q, unsigned block) {
  pthread_mutex_lock(&q->lock);
  while (q->used == QUEUED && !q->cancelled) pthread_cond_wait(&q->not_full, &q->lock);
  bool wanted = !q->cancelled;
  if (wanted) {
    q->block[(q->head + q->used) % QUEUED] = block;
    q->used++;
    pthread_cond_signal(&q->not_empty);
  }
  pthread_mutex_unlock(&q->lock);
  return wanted;
}

/* False if there is nothing left to do. */
static bool queue_take(struct queue *q, unsigned *block) {
  pthread_mutex_lock(&q->lock);
  while (q->used == 0 && !q->closed && !q->cancelled) pthread_cond_wait(&q->not_empty, &q->lock);
  bool found = q->used > 0 && !q->cancelled;
  if (found) {
    *block = q->block[q->head];
    q->head = (q->head + 1) % QUEUED;
    q->used--;
    pthread_cond_signal(&q->not_full);
  }
  pthread_mutex_unlock(&q->lock);
  return found;
}

static void queue_close(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  q->closed = true;
  pthread_cond_broadcast(&q->not_empty);
  pthread_mutex_unlock(&q->lock);
}

static void queue_cancel(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  q->cancelled = true;
  pthread_cond_broadcast(&q->not_empty);
  pthread_cond_broadcast(&q->not_full);
  pthread_mutex_unlock(&q->lock);
}

/* ---- the job: data, packed blocks, the archive */

struct slot {
  bool done;
  unsigned count;
  unsigned char bytes[2 * BLOCK];
};

struct job {
  unsigned char data[BLOCKS * BLOCK];
  struct queue *queue;
  pthread_mutex_t lock; /* for the slots */
  pthread_cond_t packed;
  struct slot slot[BLOCKS];
  unsigned char archive[ROOM]; /* the writer's */
  unsigned stored;
  bool failed; /* the archive is too small */
};

static void *read_blocks(void *argument) {
  struct job *job = argument;
  for (unsigned i = 0; i < BLOCKS; i++)
    if (!queue_put(job->queue, i)) return NULL;
  queue_close(job->queue);
  return NULL;
}

static void *compress_blocks(void *argument) {
  struct job *job = argument;
  unsigned block;
  while (queue_take(job->queue, &block)) {
    struct slot *slot = &job->slot[block];
    slot->count = pack(job->data + block * BLOCK, BLOCK, slot->bytes);
    pthread_mutex_lock(&job->lock);
    slot->done = true;
    pthread_cond_signal(&job->packed);
    pthread_mutex_unlock(&job->lock);
  }
  return NULL;
}

static void wait_packed(struct job *job, unsigned block) {
  pthread_mutex_lock(&job->lock);
  while (!job->slot[block].done) pthread_cond_wait(&job->packed, &job->lock);
  pthread_mutex_unlock(&job->lock);
}

/* Gives up at the first block for which there is no room, or if all the rest of the blocks cannot have room. */
static void *write_blocks(void *argument) {
  struct job *job = argument;
  for (unsigned i = 0; i < BLOCKS && !job->failed; i++) {
    wait_packed(job, i);
    const struct slot *slot = &job->slot[i];
    unsigned needed = slot->count + (BLOCKS - 1 - i) * 2;
    if (job->stored + needed > ROOM) {
      job->failed = true;
    } else {
      memcpy(job->archive + job->stored, slot->bytes, slot->count);
      job->stored += slot->count;
    }
  }
  return NULL;
}

/* ---- start and end */

static void job_run(struct job *job) {
  pthread_t reader, writer, compressor[COMPRESSORS];
  job->queue = queue_new();
  pthread_mutex_init(&job->lock, NULL);
  pthread_cond_init(&job->packed, NULL);
  pthread_create(&reader, NULL, read_blocks, job);
  for (unsigned i = 0; i < COMPRESSORS; i++) pthread_create(&compressor[i], NULL, compress_blocks, job);
  pthread_create(&writer, NULL, write_blocks, job);
  pthread_join(writer, NULL);
  if (job->failed) {
    queue_cancel(job->queue);
    queue_delete(job->queue); /* nothing in it is wanted any more: the memory can go back at once */
  }
  pthread_join(reader, NULL);
  for (unsigned i = 0; i < COMPRESSORS; i++) pthread_join(compressor[i], NULL);
  if (!job->failed) queue_delete(job->queue);
  pthread_cond_destroy(&job->packed);
  pthread_mutex_destroy(&job->lock);
}

static void audit(const struct job *job) {
  unsigned char data[BLOCKS * BLOCK];
  bool same = true;
  if (job->failed) return;
  assert(unpack(job->archive, job->stored, data, sizeof data) == sizeof data);
  for (unsigned i = 0; i < sizeof data; i++) same = same & (data[i] == job->data[i]);
  assert(same);
}

int main(void) {
  static struct job job;
  heddle_symbolic(job.data, sizeof job.data, "data");
  job_run(&job);
  audit(&job);
  return 0;
}
