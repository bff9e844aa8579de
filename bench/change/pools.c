/* Writes a large multithreaded C program for measuring the comparison of two versions:  pools LINES [SEED]

   Each module is a pool of threads: a ring of jobs under a mutex and two condition variables, jobs on the heap with a
   function pointer and a callback, a list from which nodes are taken out by comparing their addresses, counters that
   are atomic, a registry of pools through which modules call each other. It compiles without warnings and is the same
   for the same arguments. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;
static unsigned lines;
#define SAY(...) (lines++, printf(__VA_ARGS__), putchar('\n'))

static uint32_t pick(uint32_t n) {
  state = state * 2862933555777941757u + 3037000493u;
  return (uint32_t)(state >> 35) % n;
}

static void say_types(unsigned m) {
  SAY("struct job%u {", m);
  SAY("  struct job%u *before, *after;", m);
  SAY("  long (*run)(struct job%u *, long);", m);
  SAY("  void (*done)(void *, long);");
  SAY("  void *context;");
  SAY("  long input, output;");
  SAY("  unsigned char state, tries;");
  SAY("};");
  SAY("static struct pool%u {", m);
  SAY("  pthread_mutex_t mutex;");
  SAY("  pthread_cond_t more, room;");
  SAY("  struct job%u *ring[%u];", m, 8u << pick(3));
  SAY("  unsigned head, tail, size;");
  SAY("  struct { struct job%u *first, *last; unsigned length; } active;", m);
  SAY("  atomic_long finished, failed;");
  SAY("  int closed;");
  SAY("} pool%u = {.mutex = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER,", m);
  SAY("           .room = PTHREAD_COND_INITIALIZER, .size = 8};");
}

static void say_jobs(unsigned m) {
  for (unsigned k = 0; k < 5; k++) {
    SAY("static long run%u_%u(struct job%u *job, long by) {", m, k, m);
    SAY("  long total = job->input %c %u;", "+*-^"[pick(4)], pick(30) + 1);
    SAY("  for (long i = 0; i < (by & %u); i++) {", 3u << pick(3));
    SAY("    total += i * %u;", pick(9) + 1);
    SAY("    if (total %% %u == 0) total -= by - 1;", pick(7) + 2);
    SAY("  }");
    if (k && pick(2)) SAY("  if (job->after && job->tries < 3) return job->after->run(job->after, by - 1);");
    SAY("  job->output = total;");
    SAY("  return total;");
    SAY("}");
  }
  SAY("static long (*const runs%u[])(struct job%u *, long) = {run%u_0, run%u_1, run%u_2, run%u_3, run%u_4};", m, m, m,
      m, m, m, m);
  SAY("static void done%u(void *context, long result) {", m);
  SAY("  long *sum = context;");
  SAY("  *sum += result;");
  SAY("  if (result < 0) atomic_fetch_add(&pool%u.failed, 1);", m);
  SAY("}");
}

static void say_list(unsigned m) {
  SAY("static void take_out%u(struct job%u *job) {", m, m);
  SAY("  for (struct job%u *at = pool%u.active.first; at; at = at->after) {", m, m);
  SAY("    if (at != job) continue;");
  SAY("    if (at->before) at->before->after = at->after;");
  SAY("    else pool%u.active.first = at->after;", m);
  SAY("    if (at->after) at->after->before = at->before;");
  SAY("    else pool%u.active.last = at->before;", m);
  SAY("    pool%u.active.length--;", m);
  SAY("    return;");
  SAY("  }");
  SAY("}");
  SAY("static void put_in%u(struct job%u *job) {", m, m);
  SAY("  job->before = pool%u.active.last;", m);
  SAY("  if (job->before) job->before->after = job;");
  SAY("  else pool%u.active.first = job;", m);
  SAY("  pool%u.active.last = job;", m);
  SAY("  pool%u.active.length++;", m);
  SAY("}");
}

static void say_queue(unsigned m, unsigned modules) {
  SAY("void submit%u(long input, long *sum) {", m);
  SAY("  struct job%u *job = calloc(1, sizeof *job);", m);
  SAY("  if (!job) abort();");
  SAY("  job->run = runs%u[(unsigned long)input %% 5];", m);
  SAY("  job->done = done%u;", m);
  SAY("  job->context = sum;");
  SAY("  job->input = input;");
  SAY("  pthread_mutex_lock(&pool%u.mutex);", m);
  SAY("  while (pool%u.tail - pool%u.head == pool%u.size) pthread_cond_wait(&pool%u.room, &pool%u.mutex);", m, m, m, m,
      m);
  SAY("  pool%u.ring[pool%u.tail++ %% pool%u.size] = job;", m, m, m);
  SAY("  put_in%u(job);", m);
  SAY("  pthread_cond_signal(&pool%u.more);", m);
  SAY("  pthread_mutex_unlock(&pool%u.mutex);", m);
  SAY("}");
  SAY("static void *worker%u(void *argument) {", m);
  SAY("  long *share = argument;");
  SAY("  for (;;) {");
  SAY("    pthread_mutex_lock(&pool%u.mutex);", m);
  SAY("    while (pool%u.head == pool%u.tail && !pool%u.closed) pthread_cond_wait(&pool%u.more, &pool%u.mutex);", m, m,
      m, m, m);
  SAY("    if (pool%u.head == pool%u.tail) break;", m, m);
  SAY("    struct job%u *job = pool%u.ring[pool%u.head++ %% pool%u.size];", m, m, m, m);
  SAY("    pthread_cond_signal(&pool%u.room);", m);
  SAY("    pthread_mutex_unlock(&pool%u.mutex);", m);
  SAY("    long result = job->run(job, *share + %u);", pick(50));
  if (m) SAY("    if (result > %u) submit%u(result / 2, share);", pick(1000) + 100, pick(m));
  SAY("    pthread_mutex_lock(&pool%u.mutex);", m);
  SAY("    take_out%u(job);", m);
  SAY("    job->done(job->context, result);");
  SAY("    pthread_mutex_unlock(&pool%u.mutex);", m);
  SAY("    assert(atomic_fetch_add(&pool%u.finished, 1) >= 0);", m);
  SAY("    free(job);");
  SAY("  }");
  SAY("  pthread_mutex_unlock(&pool%u.mutex);", m);
  SAY("  return NULL;");
  SAY("}");
  SAY("static void close%u(void) {", m);
  SAY("  pthread_mutex_lock(&pool%u.mutex);", m);
  SAY("  pool%u.closed = 1;", m);
  SAY("  pthread_cond_broadcast(&pool%u.more);", m);
  SAY("  assert(pool%u.active.length <= pool%u.size);", m, m);
  SAY("  pthread_mutex_unlock(&pool%u.mutex);", m);
  SAY("}");
  (void)modules;
}

static void say_main(unsigned modules) {
  SAY("static const struct { void (*submit)(long, long *); void *(*worker)(void *); void (*close)(void); } all[] = {");
  for (unsigned m = 0; m < modules; m++) SAY("  {submit%u, worker%u, close%u},", m, m, m);
  SAY("};");
  SAY("int main(int argc, char **argv) {");
  SAY("  pthread_t threads[2 * %u];", modules);
  SAY("  static long sums[%u];", modules);
  SAY("  long total = argv[0][0];");
  SAY("  for (unsigned i = 0; i < 2 * %u; i++) pthread_create(&threads[i], NULL, all[i / 2].worker, &sums[i / 2]);",
      modules);
  SAY("  for (unsigned i = 0; i < %u; i++) all[i].submit(argc + (long)i, &sums[i]);", modules);
  SAY("  for (unsigned i = 0; i < %u; i++) all[i].close();", modules);
  SAY("  for (unsigned i = 0; i < 2 * %u; i++) pthread_join(threads[i], NULL);", modules);
  SAY("  for (unsigned i = 0; i < %u; i++) total += sums[i];", modules);
  SAY("  return (int)total;");
  SAY("}");
}

int main(int argc, char **argv) {
  unsigned modules = (argc > 1 ? (unsigned)atoi(argv[1]) : 1000) / 154 + 1;
  state = argc > 2 ? (uint64_t)atoi(argv[2]) : 1;
  SAY("#include <assert.h>");
  SAY("#include <pthread.h>");
  SAY("#include <stdatomic.h>");
  SAY("#include <stdlib.h>");
  for (unsigned m = 0; m < modules; m++) {
    say_types(m);
    say_jobs(m);
    say_list(m);
    say_queue(m, modules);
  }
  say_main(modules);
  fprintf(stderr, "%u lines\n", lines);
  return 0;
}
