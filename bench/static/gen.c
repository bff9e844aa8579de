/* Writes a large C program for measuring the static layer:  gen LINES [SEED [THREADS]]

   Modules of about 160 lines each: a structure with nested structures, function pointers and a list of its own on the
   heap, tables of operations, functions that call each other within and between modules, locks, block copies,
   recursion, worker threads. Nothing in it is meant to be run for long; it compiles without warnings and is the same
   for the same arguments. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

static uint32_t pick(uint32_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33) % n;
}

static unsigned lines;
#define SAY(...) (lines++, printf(__VA_ARGS__), putchar('\n'))

static void say_types(unsigned m) {
  SAY("struct item%u {", m);
  SAY("  struct item%u *next, *other;", m);
  SAY("  int key, weight;");
  SAY("  int (*visit)(struct item%u *, int);", m);
  SAY("  struct { long low, high; char *text; } range;");
  SAY("};");
  SAY("struct store%u {", m);
  SAY("  pthread_mutex_t lock;");
  SAY("  struct item%u *first, *last;", m);
  SAY("  int count, limit;");
  SAY("  long sums[8];");
  SAY("};");
  SAY("static struct store%u store%u = {.lock = PTHREAD_MUTEX_INITIALIZER, .limit = %u};", m, m, pick(90) + 10);
  SAY("static struct item%u spare%u[4];", m, m);
  SAY("static int setting%u = %u, unused%u;", m, pick(50), m);
}

static void say_visitor(unsigned m, unsigned k) {
  SAY("static int visit%u_%u(struct item%u *item, int by) {", m, k, m);
  SAY("  int result = item->key * %u + by;", pick(20) + 2);
  SAY("  if (result > setting%u) item->weight += by;", m);
  SAY("  else item->range.low = result;");
  SAY("  for (int i = 0; i < %u; i++) result ^= item->weight + i;", pick(6) + 2);
  if (pick(2)) SAY("  if (item->other && item->other->key != by) result += item->other->visit(item->other, by - 1);");
  SAY("  unused%u = result;", m);
  SAY("  return result;");
  SAY("}");
}

static void say_list(unsigned m) {
  SAY("static struct item%u *make%u(int key) {", m, m);
  SAY("  struct item%u *item = malloc(sizeof *item);", m);
  SAY("  if (!item) abort();");
  SAY("  memset(item, 0, sizeof *item);");
  SAY("  item->key = key;");
  SAY("  item->visit = table%u[key & 3];", m);
  SAY("  item->range.text = key & 1 ? \"odd\" : \"even\";");
  SAY("  return item;");
  SAY("}");
  SAY("static void insert%u(struct item%u *item) {", m, m);
  SAY("  pthread_mutex_lock(&store%u.lock);", m);
  SAY("  struct item%u **at = &store%u.first;", m, m);
  SAY("  while (*at && (*at)->key < item->key) at = &(*at)->next;");
  SAY("  item->next = *at;");
  SAY("  *at = item;");
  SAY("  if (!item->next) store%u.last = item;", m);
  SAY("  store%u.count++;", m);
  SAY("  assert(store%u.count <= store%u.limit);", m, m);
  SAY("  pthread_mutex_unlock(&store%u.lock);", m);
  SAY("}");
  SAY("static struct item%u *find%u(int key) {", m, m);
  SAY("  for (struct item%u *item = store%u.first; item; item = item->next)", m, m);
  SAY("    if (item->key == key) return item;");
  SAY("  return NULL;");
  SAY("}");
  SAY("static void drop%u(int key) {", m);
  SAY("  for (struct item%u **at = &store%u.first; *at; at = &(*at)->next) {", m, m);
  SAY("    struct item%u *item = *at;", m);
  SAY("    if (item->key != key) continue;");
  SAY("    *at = item->next;");
  SAY("    spare%u[key & 3] = *item;", m);
  SAY("    free(item);");
  SAY("    return;");
  SAY("  }");
  SAY("}");
}

static void say_sums(unsigned m, unsigned modules) {
  SAY("static long total%u(struct item%u *item, int depth) {", m, m);
  SAY("  if (!item || depth > %u) return 0;", pick(30) + 3);
  SAY("  long sum = item->range.high - item->range.low + item->visit(item, depth);");
  SAY("  store%u.sums[depth & 7] += sum;", m);
  SAY("  return sum + total%u(item->next, depth + 1);", m);
  SAY("}");
  for (unsigned k = 0; k < 4; k++) {
    SAY("int step%u_%u(int a, int b) {", m, k);
    SAY("  struct item%u copy, *item = find%u(a);", m, m);
    SAY("  if (!item) {");
    SAY("    item = make%u(a + %u);", m, pick(9));
    SAY("    insert%u(item);", m);
    SAY("  }");
    SAY("  copy = *item;");
    SAY("  copy.other = &spare%u[b & 3];", m);
    SAY("  memcpy(&spare%u[(b + 1) & 3], &copy, sizeof copy);", m);
    SAY("  int c = copy.visit(&copy, b);");
    SAY("  switch (c & 7) {");
    SAY("  case 0: c += (int)total%u(item, 0); break;", m);
    SAY("  case 1: drop%u(b); break;", m);
    if (m) SAY("  case 2: c -= step%u_%u(b, c); break;", pick(m), pick(4));
    if (m > 1) SAY("  case 3: return step%u_%u(c, a) + 1;", pick(m), pick(4));
    SAY("  default: setting%u = c; break;", m);
    SAY("  }");
    SAY("  assert(c != %u);", pick(100000) + 1000);
    SAY("  return c;");
    SAY("}");
  }
  SAY("static void *work%u(void *argument) {", m);
  SAY("  struct item%u *item = argument;", m);
  SAY("  for (int i = 0; i < item->weight; i++) item->key += step%u_%u(i, item->key);", pick(m + 1), pick(4));
  SAY("  insert%u(item);", m);
  SAY("  return item->next;");
  SAY("}");
  (void)modules;
}

static void say_module(unsigned m, unsigned modules) {
  say_types(m);
  for (unsigned k = 0; k < 4; k++) say_visitor(m, k);
  SAY("static int (*const table%u[4])(struct item%u *, int) = {visit%u_0, visit%u_1, visit%u_2, visit%u_3};", m, m, m,
      m, m, m);
  say_list(m);
  say_sums(m, modules);
}

int main(int argc, char **argv) {
  unsigned wanted = argc > 1 ? (unsigned)atoi(argv[1]) : 1000, modules = wanted / 167 + 1,
           most = argc > 3 ? (unsigned)atoi(argv[3]) : 8, threads = modules < most ? modules : most;
  state = argc > 2 ? (uint64_t)atoi(argv[2]) : 1;
  SAY("#include <assert.h>");
  SAY("#include <pthread.h>");
  SAY("#include <stdlib.h>");
  SAY("#include <string.h>");
  for (unsigned m = 0; m < modules; m++) say_module(m, modules);
  SAY("int main(int argc, char **argv) {");
  SAY("  pthread_t threads[%u];", threads);
  SAY("  long sum = argv[0][0];");
  for (unsigned m = 0; m < modules; m++) SAY("  sum += step%u_%u(argc, %u) + (long)(work%u == 0);", m, pick(4), m, m);
  for (unsigned t = 0; t < threads; t++) SAY("  pthread_create(&threads[%u], NULL, work%u, make%u(%u));", t, t, t, t);
  for (unsigned t = 0; t < threads; t++) SAY("  pthread_join(threads[%u], NULL);", t);
  SAY("  return (int)sum;");
  SAY("}");
  fprintf(stderr, "%u lines\n", lines);
  return 0;
}
