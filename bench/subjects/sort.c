/* A parallel quicksort: threads share a pool of ranges to sort; each divides one and puts the larger part back.

     sort [-t THREADS] [-c] [-r] [-u] [-o FILE] [FILE]

   -c only says whether they are sorted; -r prints them downwards, -u each one once, -o into a file.
   Numbers come from a file, one each line; with SYMBOLIC they are inputs. With BEFORE_FIX it has a bug of a
   well-known kind: a thread counts its range as done before the parts are in the pool. Another one sees that nothing is
   left to do and ends it all. */
#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef SYMBOLIC
#include <heddle.h>
#endif

enum { MOST_THREADS = 8, POOL_ROOM = 64, LINE_BYTES = 64 };
#ifndef SMALL
#define SMALL 8 /* ranges up to this many are sorted by insertion */
#endif

/* ---- numbers ---- */

struct numbers {
  int *data;
  size_t count, room;
};

static bool numbers_add(struct numbers *n, int value) {
  if (n->count == n->room) {
    size_t room = n->room > 0 ? 2 * n->room : 16;
    int *data = realloc(n->data, room * sizeof *data);
    if (data == NULL) return false;
    n->data = data;
    n->room = room;
  }
  n->data[n->count++] = value;
  return true;
}

static bool is_sorted(const int *data, size_t count) {
  for (size_t i = 1; i < count; i++)
    if (data[i - 1] > data[i]) return false;
  return true;
}

static bool read_number(const char *line, int *to) {
  char *end;
  errno = 0;
  long value = strtol(line, &end, 10);
  while (*end == ' ' || *end == '\n' || *end == '\r') end++;
  *to = (int)value;
  return end != line && *end == '\0' && errno == 0 && value == (int)value;
}

static bool read_numbers(struct numbers *n, FILE *in) {
  char line[LINE_BYTES];
  int value;
  for (unsigned number = 1; fgets(line, sizeof line, in) != NULL; number++) {
    if (line[0] == '\n' || line[0] == '#') continue;
    if (!read_number(line, &value)) {
      fprintf(stderr, "sort: line %u is not a number\n", number);
      return false;
    }
    if (!numbers_add(n, value)) return false;
  }
  return true;
}

/* ---- one range ---- */

struct range {
  int *from;
  size_t count;
};

static void swap(int *a, int *b) {
  int old = *a;
  *a = *b;
  *b = old;
}

static void insert_sort(int *data, size_t count) {
  for (size_t i = 1; i < count; i++)
    for (size_t k = i; k > 0 && data[k - 1] > data[k]; k--) swap(&data[k - 1], &data[k]);
}

/* The middle one of three goes to the front, where it divides the others. */
static void choose_pivot(int *data, size_t count) {
  int *a = &data[0], *b = &data[count / 2], *c = &data[count - 1];
  if (*a > *b) swap(a, b);
  if (*b > *c) swap(b, c);
  if (*a > *b) swap(a, b);
  swap(a, b);
}

/* How many are before the one that divides. */
static size_t divide(int *data, size_t count) {
  choose_pivot(data, count);
  size_t low = 0;
  for (size_t i = 1; i < count; i++)
    if (data[i] < data[0]) swap(&data[++low], &data[i]);
  swap(&data[0], &data[low]);
  return low;
}

/* ---- the pool ---- */

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct range ranges[POOL_ROOM];
  unsigned count;
  unsigned unfinished; /* in the pool, or with a thread */
  unsigned long divided, sorted;
};

static void pool_init(struct pool *p) {
  memset(p, 0, sizeof *p);
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->changed, NULL);
}

static void pool_destroy(struct pool *p) {
  pthread_cond_destroy(&p->changed);
  pthread_mutex_destroy(&p->lock);
}

/* False: there is no room. */
static bool pool_put(struct pool *p, struct range r) {
  pthread_mutex_lock(&p->lock);
  bool fits = p->count < POOL_ROOM;
  if (fits) {
    p->ranges[p->count++] = r;
    p->unfinished++;
    pthread_cond_signal(&p->changed);
  }
  pthread_mutex_unlock(&p->lock);
  return fits;
}

/* False: everything is sorted. */
static bool pool_take(struct pool *p, struct range *r) {
  pthread_mutex_lock(&p->lock);
  while (p->count == 0 && p->unfinished > 0) pthread_cond_wait(&p->changed, &p->lock);
  bool got = p->count > 0;
  if (got) *r = p->ranges[--p->count];
  pthread_mutex_unlock(&p->lock);
  return got;
}

static void pool_done(struct pool *p, unsigned long divided, unsigned long sorted) {
  pthread_mutex_lock(&p->lock);
  p->unfinished--;
  p->divided += divided;
  p->sorted += sorted;
  if (p->unfinished == 0) pthread_cond_broadcast(&p->changed);
  pthread_mutex_unlock(&p->lock);
}

/* ---- the threads ---- */

static void sort_alone(struct range r) {
  while (r.count > SMALL) {
    size_t low = divide(r.from, r.count);
    sort_alone((struct range){r.from, low});
    r = (struct range){r.from + low + 1, r.count - low - 1};
  }
  insert_sort(r.from, r.count);
}

static void hand_on(struct pool *p, struct range r) {
  if (r.count > 1 && !pool_put(p, r)) sort_alone(r);
}

static void sort_range(struct pool *p, struct range r) {
  if (r.count <= SMALL) {
    insert_sort(r.from, r.count);
    pool_done(p, 0, 1);
    return;
  }
  size_t low = divide(r.from, r.count);
  struct range before = {r.from, low}, behind = {r.from + low + 1, r.count - low - 1};
#ifdef BEFORE_FIX
  pool_done(p, 1, 0);
  hand_on(p, before);
  hand_on(p, behind);
#else
  hand_on(p, before);
  hand_on(p, behind);
  pool_done(p, 1, 0);
#endif
}

static void *work(void *argument) {
  struct pool *p = argument;
  for (struct range r; pool_take(p, &r);) sort_range(p, r);
  return NULL;
}

static bool sort(struct numbers *n, unsigned threads) {
  struct pool pool;
  pthread_t workers[MOST_THREADS];
  unsigned started = 0;
  pool_init(&pool);
  if (n->count > 1) pool_put(&pool, (struct range){n->data, n->count});
  while (started < threads && pthread_create(&workers[started], NULL, work, &pool) == 0) started++;
  /* The first thread waits like the others do, then the result is there: it need not wait for their ends. */
  pthread_mutex_lock(&pool.lock);
  while (pool.unfinished > 0) pthread_cond_wait(&pool.changed, &pool.lock);
  pthread_mutex_unlock(&pool.lock);
  bool good = is_sorted(n->data, n->count);
  for (unsigned i = 0; i < started; i++) pthread_join(workers[i], NULL);
  pool_destroy(&pool);
  return good && started > 0;
}

/* ---- the command ---- */

struct wishes {
  bool check_only, descending, unique;
  const char *output;
};

/* Of equal neighbours one stays. */
static void drop_equal(struct numbers *n) {
  size_t kept = 0;
  for (size_t i = 0; i < n->count; i++)
    if (kept == 0 || n->data[kept - 1] != n->data[i]) n->data[kept++] = n->data[i];
  n->count = kept;
}

static void reverse(struct numbers *n) {
  for (size_t i = 0; i < n->count / 2; i++) {
    int other = n->data[n->count - 1 - i];
    n->data[n->count - 1 - i] = n->data[i];
    n->data[i] = other;
  }
}

static bool print_numbers(struct numbers *n, const struct wishes *wishes) {
  FILE *out = wishes->output != NULL ? fopen(wishes->output, "w") : stdout;
  if (out == NULL) {
    fprintf(stderr, "sort: %s: %s\n", wishes->output, strerror(errno));
    return false;
  }
  if (wishes->unique) drop_equal(n);
  if (wishes->descending) reverse(n);
  for (size_t i = 0; i < n->count; i++) fprintf(out, "%d\n", n->data[i]);
  return out == stdout || fclose(out) == 0;
}

static bool load(struct numbers *n, const char *path) {
#ifdef SYMBOLIC
  int values[SYMBOLIC];
  (void)path, (void)read_numbers;
  heddle_symbolic(values, sizeof values, "values");
  for (int i = 0; i < SYMBOLIC; i++)
    if (!numbers_add(n, values[i])) return false;
  return true;
#else
  FILE *in = path != NULL ? fopen(path, "r") : stdin;
  if (in == NULL) {
    fprintf(stderr, "sort: %s: %s\n", path, strerror(errno));
    return false;
  }
  bool good = read_numbers(n, in);
  if (in != stdin) fclose(in);
  return good;
#endif
}

int main(int argc, char **argv) {
  struct numbers numbers = {0};
  unsigned threads = 2;
  struct wishes wishes = {0};
  int letter;
  while ((letter = getopt(argc, argv, "t:cruo:")) != -1) {
    if (letter == 't') threads = (unsigned)atoi(optarg);
    else if (letter == 'c') wishes.check_only = true;
    else if (letter == 'r') wishes.descending = true;
    else if (letter == 'u') wishes.unique = true;
    else if (letter == 'o') wishes.output = optarg;
    else return 2;
  }
  if (argc - optind > 1 || threads == 0 || threads > MOST_THREADS) {
    fprintf(stderr, "usage: sort [-t THREADS] [-c] [-r] [-u] [-o FILE] [FILE]\n");
    return 2;
  }
  if (!load(&numbers, optind < argc ? argv[optind] : NULL)) return 1;
  bool good = wishes.check_only ? is_sorted(numbers.data, numbers.count) : sort(&numbers, threads);
  if (!wishes.check_only) assert(good);
  if (!wishes.check_only) good = print_numbers(&numbers, &wishes);
  free(numbers.data);
  return good ? 0 : 1;
}
