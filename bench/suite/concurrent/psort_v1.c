/* psort: a parallel merge sort. Each worker sorts its part of the numbers, then parts are merged in rounds, as in a
   tournament.

   In round r a worker whose number is a multiple of 2^(r+1) merges its part with that of the worker 2^r further on.
   A worker says in a flag how many rounds it has finished, and whoever needs its part waits for the flag. The
   kernel that sorts a part only knows the ascending order; for the descending one the part is mirrored. Inputs: the
   numbers and the order. The audit at the end checks the order and that no number was lost. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef NUMBERS
#define NUMBERS 4 /* a multiple of WORKERS */
#endif

enum { PART = NUMBERS / WORKERS };

typedef unsigned char number;

/* ---- the job: numbers, and how far each worker is */

struct job {
  number data[NUMBERS];
  number spare[NUMBERS]; /* for merging: the same places as the numbers that are merged */
  bool descending;
  atomic_uint finished[WORKERS]; /* rounds that the worker has finished; sorting its part is the first one */
};

static void job_open(struct job *job, const number *input, bool descending) {
  for (unsigned i = 0; i < NUMBERS; i++) job->data[i] = input[i];
  for (unsigned i = 0; i < WORKERS; i++) atomic_init(&job->finished[i], 0);
  job->descending = descending;
}

/* Where the part of a worker begins; that of the worker after the last one is the end of all. */
static unsigned part_begin(unsigned worker) { return worker < WORKERS ? worker * PART : NUMBERS; }

static void job_announce(struct job *job, unsigned worker, unsigned rounds) {
  atomic_store_explicit(&job->finished[worker], rounds, memory_order_release);
}

static void job_wait(struct job *job, unsigned worker, unsigned rounds) {
  while (atomic_load_explicit(&job->finished[worker], memory_order_acquire) < rounds) {}
}

/* ---- sorting a part */

/* By insertion, ascending. */
static void sort_ascending(number *data, unsigned count) {
  for (unsigned i = 1; i < count; i++) {
    number moving = data[i];
    unsigned at = i;
    while (at > 0 && data[at - 1] > moving) {
      data[at] = data[at - 1];
      at--;
    }
    data[at] = moving;
  }
}

static void mirror(number *data, unsigned count) {
  for (unsigned i = 0; i < count / 2; i++) {
    number last = data[count - 1 - i];
    data[count - 1 - i] = data[i];
    data[i] = last;
  }
}

static void sort_part(struct job *job, unsigned worker) {
  number *data = job->data + part_begin(worker);
  sort_ascending(data, PART);
  if (job->descending) mirror(data, PART);
  job_announce(job, worker, 1);
}

/* ---- merging two parts */

static bool comes_first(const struct job *job, number a, number b) { return job->descending ? a >= b : a <= b; }

/* The sorted ranges [begin, middle) and [middle, end) become one. */
static void merge(struct job *job, unsigned begin, unsigned middle, unsigned end) {
  unsigned left = begin, right = middle;
  for (unsigned to = begin; to < end; to++) {
    bool from_left = right == end || (left < middle && comes_first(job, job->data[left], job->data[right]));
    job->spare[to] = job->data[from_left ? left++ : right++];
  }
  for (unsigned i = begin; i < end; i++) job->data[i] = job->spare[i];
}

/* Merges in rounds until the part belongs to another worker, or is everything. */
static void merge_rounds(struct job *job, unsigned worker) {
  unsigned rounds = 1;
  for (unsigned step = 1; step < WORKERS && worker % (2 * step) == 0; step *= 2) {
    unsigned partner = worker + step;
    if (partner < WORKERS) {
      job_wait(job, partner, rounds);
      merge(job, part_begin(worker), part_begin(partner), part_begin(partner + step));
    }
    job_announce(job, worker, ++rounds);
  }
}

struct worker {
  pthread_t thread;
  struct job *job;
  unsigned number;
};

static void *work(void *argument) {
  struct worker *w = argument;
  sort_part(w->job, w->number);
  merge_rounds(w->job, w->number);
  return NULL;
}

static void sort_parallel(struct job *job) {
  static struct worker worker[WORKERS];
  for (unsigned i = 0; i < WORKERS; i++) {
    worker[i].job = job;
    worker[i].number = i;
    pthread_create(&worker[i].thread, NULL, work, &worker[i]);
  }
  for (unsigned i = 0; i < WORKERS; i++) pthread_join(worker[i].thread, NULL);
}

/* ---- the audit */

static void audit_order(const struct job *job) {
  bool sorted = true;
  for (unsigned i = 1; i < NUMBERS; i++)
    sorted = sorted & (job->descending ? job->data[i - 1] >= job->data[i] : job->data[i - 1] <= job->data[i]);
  assert(sorted);
}

static void audit_numbers(const struct job *job, const number *input) {
  unsigned before = 0, after = 0;
  for (unsigned i = 0; i < NUMBERS; i++) {
    before += input[i];
    after += job->data[i];
  }
  assert(before == after);
}

int main(void) {
  static struct job job;
  number input[NUMBERS];
  unsigned char order;
  heddle_symbolic(input, sizeof input, "numbers");
  heddle_symbolic(&order, sizeof order, "order");
  job_open(&job, input, order % 2);
  sort_parallel(&job);
  audit_order(&job);
  audit_numbers(&job, input);
  return 0;
}
