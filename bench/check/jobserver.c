/* jobserver: a server that computes what it is asked for, with a request parser, a bounded queue, workers, a cache of results and statistics.

   Main reads requests and puts them into the queue; workers take them, look into the cache, compute, and write the result down. The
   options and what the last request says are inputs. At shutdown every result is computed again without the cache.

   1 base
   2 parser fixed: several blanks between verb and number are one
   3 statistics: requests that the parser refuses are counted by reason, and reported
   4 new option: `q` makes the server quiet
   5 lock held shorter: the cache is unlocked before the value is taken out of the slot (failure)
   6 fixed
   7 refactoring: the range check of the three verbs is one table; the report is cut into two functions
   8 changed limit: fib goes up to 9, but its table has still nine entries (failure)
   9 fixed, and the message of a refused request has its number in it */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef JOBS
#define JOBS 3
#endif
#ifndef SPOOLED
#define SPOOLED 0 /* requests that wait when the server starts */
#endif

enum {
  QUEUE_ROOM = 3,
  CACHE_SLOTS = 2,
  FIB_TABLE = 9, /* numbers of which the result is known beforehand */
  LINE_ROOM = 16,
};

#if VERSION == 8
enum { FIB_LIMIT = 9 };
#else
enum { FIB_LIMIT = 8 };
#endif
enum { SUM_LIMIT = 6, POW_LIMIT = 5 };

/* ---- options: one letter each */

struct options {
  bool no_cache; /* n */
  bool trace;    /* t */
#if VERSION >= 4
  bool quiet; /* q */
#endif
};

static bool options_parse(const char *text, struct options *options) {
  memset(options, 0, sizeof *options);
  for (; *text; text++) {
    switch (*text) {
    case 'n': options->no_cache = true; break;
    case 't': options->trace = true; break;
#if VERSION >= 4
    case 'q': options->quiet = true; break;
#endif
    default: return false;
    }
  }
  return true;
}

/* ---- the log */

enum level { LEVEL_ERROR, LEVEL_NOTE, LEVEL_TRACE };

static bool log_wants(const struct options *options, enum level level) {
#if VERSION >= 4
  if (options->quiet && level != LEVEL_ERROR) return false;
#endif
  return level != LEVEL_TRACE || options->trace;
}

static void log_line(const struct options *options, enum level level, const char *format, ...) {
  static const char *const names[] = {"error", "note", "trace"};
  va_list arguments;
  if (!log_wants(options, level)) return;
  va_start(arguments, format);
  fprintf(stderr, "jobserver: %s: ", names[level]);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}

/* ---- requests: a verb, blanks, a number */

enum verb { VERB_FIB, VERB_SUM, VERB_POW, VERBS };

struct request {
  enum verb verb;
  int number;
};

enum refusal { REFUSED_VERB, REFUSED_NUMBER, REFUSED_RANGE, REFUSED_REST, REFUSALS, ACCEPTED };

static const char *refusal_text(enum refusal refusal) {
  switch (refusal) {
  case REFUSED_VERB: return "no such verb";
  case REFUSED_NUMBER: return "not a number";
  case REFUSED_RANGE: return "number too large";
  case REFUSED_REST: return "something behind the number";
  default: return "accepted";
  }
}

static const char *parse_verb(const char *at, enum verb *verb) {
  static const char *const names[VERBS] = {"fib", "sum", "pow"};
  for (int v = 0; v < VERBS; v++) {
    size_t length = strlen(names[v]);
    if (strncmp(at, names[v], length) != 0) continue;
    *verb = (enum verb)v;
    return at + length;
  }
  return NULL;
}

static const char *parse_blanks(const char *at) {
  if (*at != ' ') return NULL;
#if VERSION >= 2
  while (*at == ' ') at++;
  return at;
#else
  return at + 1;
#endif
}

static const char *parse_number(const char *at, int *number) {
  const char *first = at;
  int value = 0;
  while (*at >= '0' && *at <= '9' && at - first < 3) value = value * 10 + (*at++ - '0');
  *number = value;
  return at == first ? NULL : at;
}

#if VERSION >= 7
static bool request_in_range(const struct request *request) {
  static const int limit[VERBS] = {[VERB_FIB] = FIB_LIMIT, [VERB_SUM] = SUM_LIMIT, [VERB_POW] = POW_LIMIT};
  return request->number <= limit[request->verb];
}
#else
static bool request_in_range(const struct request *request) {
  switch (request->verb) {
  case VERB_FIB: return request->number <= FIB_LIMIT;
  case VERB_SUM: return request->number <= SUM_LIMIT;
  case VERB_POW: return request->number <= POW_LIMIT;
  default: return false;
  }
}
#endif

static enum refusal request_parse(const char *line, struct request *request) {
  const char *at = parse_verb(line, &request->verb);
  if (!at) return REFUSED_VERB;
  at = parse_blanks(at);
  if (!at) return REFUSED_NUMBER;
  at = parse_number(at, &request->number);
  if (!at) return REFUSED_NUMBER;
  if (*at) return REFUSED_REST;
  return request_in_range(request) ? ACCEPTED : REFUSED_RANGE;
}

/* ---- what is computed */

static long compute_fib(int n) {
  static const int table[FIB_TABLE] = {0, 1, 1, 2, 3, 5, 8, 13, 21};
  return table[n];
}

static long compute_sum(int n) {
  long sum = 0;
  for (int i = 1; i <= n; i++) sum += i;
  return sum;
}

static long compute_pow(int n) {
  long power = 1;
  for (int i = 0; i < n; i++) power *= 3;
  return power;
}

static long compute(const struct request *request) {
  switch (request->verb) {
  case VERB_FIB: return compute_fib(request->number);
  case VERB_SUM: return compute_sum(request->number);
  default: return compute_pow(request->number);
  }
}

/* ---- the cache: a slot for each remainder, the last one wins */

struct slot {
  bool used;
  struct request request;
  long value;
};

struct cache {
  pthread_mutex_t lock;
  struct slot slot[CACHE_SLOTS];
};

static void cache_open(struct cache *cache) {
  pthread_mutex_init(&cache->lock, NULL);
  for (int i = 0; i < CACHE_SLOTS; i++) cache->slot[i].used = false;
}

static struct slot *cache_slot(struct cache *cache, const struct request *request) {
  return &cache->slot[(unsigned)(request->number + (int)request->verb) % CACHE_SLOTS];
}

static bool slot_has(const struct slot *slot, const struct request *request) {
  return slot->used && slot->request.verb == request->verb && slot->request.number == request->number;
}

static bool cache_get(struct cache *cache, const struct request *request, long *value) {
  struct slot *slot = cache_slot(cache, request);
  pthread_mutex_lock(&cache->lock);
  bool hit = slot_has(slot, request);
#if VERSION == 5
  pthread_mutex_unlock(&cache->lock);
  if (hit) *value = slot->value;
#else
  if (hit) *value = slot->value;
  pthread_mutex_unlock(&cache->lock);
#endif
  return hit;
}

static void cache_put(struct cache *cache, const struct request *request, long value) {
  struct slot *slot = cache_slot(cache, request);
  pthread_mutex_lock(&cache->lock);
  slot->used = true;
  slot->request = *request;
  slot->value = value;
  pthread_mutex_unlock(&cache->lock);
}

/* ---- statistics */

struct stats {
  pthread_mutex_t lock;
  unsigned finished, hits;
};

static void stats_open(struct stats *stats) {
  pthread_mutex_init(&stats->lock, NULL);
  stats->finished = stats->hits = 0;
}

static void stats_finish(struct stats *stats, bool hit) {
  pthread_mutex_lock(&stats->lock);
  stats->finished++;
  if (hit) stats->hits++;
  pthread_mutex_unlock(&stats->lock);
}

/* ---- the queue of jobs */

struct job {
  struct request request;
  long result;
  bool done;
};

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct job *job[QUEUE_ROOM];
  unsigned first, count;
  bool closed;
};

static void queue_open(struct queue *queue) {
  pthread_mutex_init(&queue->lock, NULL);
  pthread_cond_init(&queue->changed, NULL);
  queue->first = queue->count = 0;
  queue->closed = false;
}

static void queue_put(struct queue *queue, struct job *job) {
  pthread_mutex_lock(&queue->lock);
  while (queue->count == QUEUE_ROOM) pthread_cond_wait(&queue->changed, &queue->lock);
  queue->job[(queue->first + queue->count) % QUEUE_ROOM] = job;
  queue->count++;
  pthread_cond_broadcast(&queue->changed);
  pthread_mutex_unlock(&queue->lock);
}

static void queue_close(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  queue->closed = true;
  pthread_cond_broadcast(&queue->changed);
  pthread_mutex_unlock(&queue->lock);
}

/* NULL if it is closed and empty. */
static struct job *queue_take(struct queue *queue) {
  struct job *job = NULL;
  pthread_mutex_lock(&queue->lock);
  while (!queue->count && !queue->closed) pthread_cond_wait(&queue->changed, &queue->lock);
  if (queue->count) {
    job = queue->job[queue->first];
    queue->first = (queue->first + 1) % QUEUE_ROOM;
    queue->count--;
    pthread_cond_broadcast(&queue->changed);
  }
  pthread_mutex_unlock(&queue->lock);
  return job;
}

/* ---- the server */

struct server {
  struct options options;
  struct queue queue;
  struct cache cache;
  struct stats stats;
  struct job job[JOBS];
  unsigned accepted, refused;
#if VERSION >= 3
  unsigned refused_by[REFUSALS];
#endif
  pthread_t worker[WORKERS];
};

static void server_work(struct server *server, struct job *job) {
  bool hit = !server->options.no_cache && cache_get(&server->cache, &job->request, &job->result);
  if (!hit) {
    job->result = compute(&job->request);
    if (!server->options.no_cache) cache_put(&server->cache, &job->request, job->result);
  }
  job->done = true;
  stats_finish(&server->stats, hit);
  log_line(&server->options, LEVEL_TRACE, "job done");
}

static void *worker_main(void *arg) {
  struct server *server = arg;
  for (;;) {
    struct job *job = queue_take(&server->queue);
    if (!job) return NULL;
    server_work(server, job);
  }
}

static void server_open(struct server *server, const struct options *options) {
  memset(server, 0, sizeof *server);
  server->options = *options;
  queue_open(&server->queue);
  cache_open(&server->cache);
  stats_open(&server->stats);
}

static void server_start(struct server *server) {
  for (int i = 0; i < WORKERS; i++)
    if (pthread_create(&server->worker[i], NULL, worker_main, server) != 0) abort();
}

static void server_refuse(struct server *server, const char *line, enum refusal refusal) {
  server->refused++;
#if VERSION >= 3
  server->refused_by[refusal]++;
#endif
#if VERSION >= 9
  log_line(&server->options, LEVEL_ERROR, "refused (number %u): %s: %s", server->refused, line, refusal_text(refusal));
#else
  log_line(&server->options, LEVEL_ERROR, "refused: %s: %s", line, refusal_text(refusal));
#endif
}

static void server_accept(struct server *server, const char *line) {
  struct request request;
  enum refusal refusal = request_parse(line, &request);
  if (refusal != ACCEPTED) {
    server_refuse(server, line, refusal);
    return;
  }
  struct job *job = &server->job[server->accepted++];
  job->request = request;
  job->done = false;
  queue_put(&server->queue, job);
}

static void server_stop(struct server *server) {
  queue_close(&server->queue);
  for (int i = 0; i < WORKERS; i++) pthread_join(server->worker[i], NULL);
}

/* ---- the end: report and audit */

#if VERSION >= 7
static void report_refusals(const struct server *server) {
  for (int i = 0; i < REFUSALS; i++)
    if (server->refused_by[i])
      log_line(&server->options, LEVEL_NOTE, "%u times %s", server->refused_by[i], refusal_text((enum refusal)i));
}

static void report_jobs(const struct server *server) {
  log_line(&server->options, LEVEL_NOTE, "%u accepted, %u refused", server->accepted, server->refused);
  log_line(&server->options, LEVEL_NOTE, "%u finished, %u from the cache", server->stats.finished, server->stats.hits);
}

static void server_report(const struct server *server) {
  report_jobs(server);
  report_refusals(server);
}
#else
static void server_report(const struct server *server) {
  log_line(&server->options, LEVEL_NOTE, "%u accepted, %u refused", server->accepted, server->refused);
#if VERSION >= 3
  for (int i = 0; i < REFUSALS; i++)
    if (server->refused_by[i])
      log_line(&server->options, LEVEL_NOTE, "%s: %u", refusal_text((enum refusal)i), server->refused_by[i]);
#endif
  log_line(&server->options, LEVEL_NOTE, "%u finished, %u from the cache", server->stats.finished, server->stats.hits);
}
#endif

static void server_audit(const struct server *server) {
  assert(server->stats.finished == server->accepted);
  assert(server->stats.hits <= server->stats.finished);
  for (unsigned i = 0; i < server->accepted; i++) {
    const struct job *job = &server->job[i];
    assert(job->done);
    assert(job->result == compute(&job->request));
  }
}

/* ---- the parser by itself */

static void check_refused(const char *line, enum refusal expected) {
  struct request request;
  assert(request_parse(line, &request) == expected);
}

static void check_accepted(const char *line, enum verb verb, int number) {
  struct request request;
  assert(request_parse(line, &request) == ACCEPTED);
  assert(request.verb == verb && request.number == number);
}

static void check_parser(void) {
  struct options options;
  check_accepted("fib 7", VERB_FIB, 7);
  check_accepted("pow 05", VERB_POW, 5);
#if VERSION >= 2
  check_accepted("sum   2", VERB_SUM, 2);
#endif
  check_refused("div 4", REFUSED_VERB);
  check_refused("fib", REFUSED_NUMBER);
  check_refused("sum x", REFUSED_NUMBER);
  check_refused("sum 99", REFUSED_RANGE);
  check_refused("pow 2 3", REFUSED_REST);
  assert(options_parse("nt", &options) && options.no_cache && options.trace);
  assert(!options_parse("x", &options));
#if VERSION >= 4
  assert(options_parse("tq", &options) && options.quiet && !log_wants(&options, LEVEL_TRACE));
#endif
}

/* ---- the driver */

/* The last request is chosen from outside. */
static void driver_line(unsigned number, unsigned char choice, char *line) {
  static const char *const lines[] = {"fib 4", "sum 3", "fib 9", "pow  2", "sum"};
  enum { LINES = sizeof lines / sizeof *lines };
  if (number + 1 < JOBS) strcpy(line, lines[number % LINES]);
  else
    for (unsigned i = 0; i < LINES; i++)
      if (choice % LINES == i) strcpy(line, lines[i]);
}

int main(void) {
  static struct server server;
  struct options options;
  char letters[2] = "", line[LINE_ROOM];
  unsigned char choice;
  check_parser();
  heddle_symbolic(letters, 1, "letters");
  heddle_symbolic(&choice, 1, "choice");
  if (!options_parse(letters, &options)) return 2;
  server_open(&server, &options);
  for (unsigned i = 0; i < JOBS; i++) {
    if (i == SPOOLED) server_start(&server);
    driver_line(i, choice, line);
    server_accept(&server, line);
  }
  if (JOBS <= SPOOLED) server_start(&server);
  server_stop(&server);
  server_report(&server);
  server_audit(&server);
  return 0;
}
