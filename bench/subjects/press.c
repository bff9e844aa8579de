/* A compressor that works on blocks in parallel: one thread reads blocks, several compress them, one writes them in
   order. The format: for each block its number of bytes in two, then pairs of a count and a byte. -d undoes it.

     press [-t THREADS] [-d] INPUT OUTPUT

   With BEFORE_FIX it has a bug of a well-known kind: when all is written, the main thread takes the queue apart while
   a compressor may still be inside of it. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef BLOCK_BYTES
#define BLOCK_BYTES 4096
#endif
enum { QUEUE_ROOM = 2, MOST_THREADS = 8, MOST_BLOCKS = 4096 };

/* ---- blocks ---- */

struct block {
  unsigned number;
  size_t size;
  unsigned char *bytes;
};

static struct block *block_new(unsigned number, size_t room) {
  struct block *b = malloc(sizeof *b);
  if (b == NULL) return NULL;
  b->number = number;
  b->size = 0;
  b->bytes = malloc(room > 0 ? room : 1);
  if (b->bytes != NULL) return b;
  free(b);
  return NULL;
}

static void block_free(struct block *b) {
  if (b == NULL) return;
  free(b->bytes);
  free(b);
}

/* ---- runs of equal bytes ---- */

static size_t compress(const unsigned char *from, size_t n, unsigned char *to) {
  size_t out = 0;
  for (size_t i = 0; i < n;) {
    size_t run = 1;
    while (i + run < n && run < 255 && from[i + run] == from[i]) run++;
    to[out++] = (unsigned char)run;
    to[out++] = from[i];
    i += run;
  }
  return out;
}

/* How many bytes came out; more than `room`: the input is no good. */
static size_t expand(const unsigned char *from, size_t n, unsigned char *to, size_t room) {
  size_t out = 0;
  if (n % 2 != 0) return room + 1;
  for (size_t i = 0; i < n; i += 2) {
    if (from[i] == 0 || out + from[i] > room) return room + 1;
    memset(to + out, from[i + 1], from[i]);
    out += from[i];
  }
  return out;
}

/* ---- the queue of blocks to compress ---- */

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  struct block *blocks[QUEUE_ROOM];
  unsigned first, count;
  bool ended;
};

static struct queue *queue_new(void) {
  struct queue *q = calloc(1, sizeof *q);
  if (q == NULL) return NULL;
  pthread_mutex_init(&q->lock, NULL);
  pthread_cond_init(&q->not_empty, NULL);
  pthread_cond_init(&q->not_full, NULL);
  return q;
}

static void queue_free(struct queue *q) {
  pthread_cond_destroy(&q->not_full);
  pthread_cond_destroy(&q->not_empty);
  pthread_mutex_destroy(&q->lock);
  free(q);
}

static void queue_put(struct queue *q, struct block *b) {
  pthread_mutex_lock(&q->lock);
  while (q->count == QUEUE_ROOM) pthread_cond_wait(&q->not_full, &q->lock);
  q->blocks[(q->first + q->count++) % QUEUE_ROOM] = b;
  pthread_cond_signal(&q->not_empty);
  pthread_mutex_unlock(&q->lock);
}

static void queue_end(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  q->ended = true;
  pthread_cond_broadcast(&q->not_empty);
  pthread_mutex_unlock(&q->lock);
}

static struct block *queue_take(struct queue *q) {
  struct block *b = NULL;
  pthread_mutex_lock(&q->lock);
  while (q->count == 0 && !q->ended) pthread_cond_wait(&q->not_empty, &q->lock);
  if (q->count > 0) {
    b = q->blocks[q->first];
    q->first = (q->first + 1) % QUEUE_ROOM;
    q->count--;
    pthread_cond_signal(&q->not_full);
  }
  pthread_mutex_unlock(&q->lock);
  return b;
}

/* ---- finished blocks, by number ---- */

struct finished {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct block *blocks[MOST_BLOCKS];
  unsigned total; /* known when everything was read */
  bool total_known, failed;
};

static void finished_put(struct finished *f, struct block *b) {
  pthread_mutex_lock(&f->lock);
  assert(f->blocks[b->number] == NULL);
  f->blocks[b->number] = b;
  pthread_cond_signal(&f->changed);
  pthread_mutex_unlock(&f->lock);
}

static void finished_total(struct finished *f, unsigned total, bool failed) {
  pthread_mutex_lock(&f->lock);
  f->total = total;
  f->total_known = true;
  f->failed = f->failed || failed;
  pthread_cond_signal(&f->changed);
  pthread_mutex_unlock(&f->lock);
}

/* The block of that number; NULL: there is none. */
static struct block *finished_take(struct finished *f, unsigned number) {
  struct block *b = NULL;
  pthread_mutex_lock(&f->lock);
  while (f->blocks[number] == NULL && !(f->total_known && number >= f->total)) pthread_cond_wait(&f->changed, &f->lock);
  b = f->blocks[number];
  f->blocks[number] = NULL;
  pthread_mutex_unlock(&f->lock);
  return b;
}

/* ---- the threads ---- */

struct press {
  int input, output;
  unsigned threads;
  struct queue *queue;
  struct finished finished;
  unsigned long written;
};

static void *compress_blocks(void *argument) {
  struct press *p = argument;
  for (struct block *b; (b = queue_take(p->queue)) != NULL; block_free(b)) {
    struct block *small = block_new(b->number, 2 * b->size);
    if (small == NULL) abort();
    small->size = compress(b->bytes, b->size, small->bytes);
    finished_put(&p->finished, small);
  }
  return NULL;
}

static bool write_all(int fd, const void *bytes, size_t n) {
  const char *at = bytes;
  while (n > 0) {
    ssize_t put = write(fd, at, n);
    if (put <= 0) return false;
    at += put;
    n -= (size_t)put;
  }
  return true;
}

static void *write_blocks(void *argument) {
  struct press *p = argument;
  struct block *b;
  for (unsigned number = 0; number < MOST_BLOCKS && (b = finished_take(&p->finished, number)) != NULL; number++) {
    unsigned char size[2] = {(unsigned char)(b->size >> 8), (unsigned char)b->size};
    if (!write_all(p->output, size, 2) || !write_all(p->output, b->bytes, b->size)) p->finished.failed = true;
    p->written += 2 + b->size;
    block_free(b);
  }
  return NULL;
}

static ssize_t read_block(int fd, unsigned char *to) {
  size_t n = 0;
  while (n < BLOCK_BYTES) {
    ssize_t got = read(fd, to + n, BLOCK_BYTES - n);
    if (got < 0) return -1;
    if (got == 0) break;
    n += (size_t)got;
  }
  return (ssize_t)n;
}

static void read_blocks(struct press *p) {
  unsigned number = 0;
  ssize_t got = 0;
  for (; number < MOST_BLOCKS; number++) {
    struct block *b = block_new(number, BLOCK_BYTES);
    if (b == NULL) abort();
    got = read_block(p->input, b->bytes);
    if (got <= 0) {
      block_free(b);
      break;
    }
    b->size = (size_t)got;
    queue_put(p->queue, b);
  }
  queue_end(p->queue);
  finished_total(&p->finished, number, got < 0 || number == MOST_BLOCKS);
}

static bool press(struct press *p) {
  pthread_t compressors[MOST_THREADS], writer;
  p->queue = queue_new();
  if (p->queue == NULL) return false;
  pthread_mutex_init(&p->finished.lock, NULL);
  pthread_cond_init(&p->finished.changed, NULL);
  for (unsigned i = 0; i < p->threads; i++)
    if (pthread_create(&compressors[i], NULL, compress_blocks, p) != 0) return false;
  if (pthread_create(&writer, NULL, write_blocks, p) != 0) return false;
  read_blocks(p);
  pthread_join(writer, NULL);
#ifdef BEFORE_FIX
  queue_free(p->queue); /* all is written, so nobody needs it any more */
  for (unsigned i = 0; i < p->threads; i++) pthread_join(compressors[i], NULL);
#else
  for (unsigned i = 0; i < p->threads; i++) pthread_join(compressors[i], NULL);
  queue_free(p->queue);
#endif
  return !p->finished.failed;
}

/* ---- undoing it ---- */

static bool read_exactly(int fd, unsigned char *to, size_t n, bool *end) {
  size_t done = 0;
  while (done < n) {
    ssize_t got = read(fd, to + done, n - done);
    if (got <= 0) break;
    done += (size_t)got;
  }
  *end = done == 0;
  return done == n;
}

static bool unpress(int input, int output) {
  static unsigned char small[2 * BLOCK_BYTES], large[BLOCK_BYTES];
  unsigned char size[2];
  bool end;
  while (read_exactly(input, size, 2, &end)) {
    size_t n = (size_t)size[0] << 8 | size[1];
    if (n > sizeof small || !read_exactly(input, small, n, &end)) return false;
    size_t out = expand(small, n, large, sizeof large);
    if (out > sizeof large || !write_all(output, large, out)) return false;
  }
  return end;
}

/* ---- the command ---- */

static int usage(void) {
  fprintf(stderr, "usage: press [-t THREADS] [-d] INPUT OUTPUT\n");
  return 2;
}

int main(int argc, char **argv) {
  static struct press p;
  bool undo = false;
  int letter;
  p.threads = 2;
  while ((letter = getopt(argc, argv, "t:d")) != -1) {
    if (letter == 't') p.threads = (unsigned)atoi(optarg);
    else if (letter == 'd') undo = true;
    else return usage();
  }
  if (argc - optind != 2 || p.threads == 0 || p.threads > MOST_THREADS) return usage();
  p.input = open(argv[optind], O_RDONLY);
  p.output = open(argv[optind + 1], O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (p.input < 0 || p.output < 0) {
    fprintf(stderr, "press: %s: %s\n", argv[p.input < 0 ? optind : optind + 1], strerror(errno));
    return 1;
  }
  bool good = undo ? unpress(p.input, p.output) : press(&p);
  close(p.input);
  close(p.output);
  return good ? 0 : 1;
}
