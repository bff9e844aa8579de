/* Statements that can tell whether memory is handed out again: addresses of objects that may be gone, kept, compared
   with new ones and exchanged; a stack without locks whose elements are freed. And whether a new thread has the
   identity of an old one. */
#include "gen_inside.h"

/* Such a program has little else, so that it can be walked. */
void gen_reuse_choose(struct gen *g) {
  for (int i = 0; g->has[REUSE] && i < FEATURE_COUNT; i++)
    if (i != REUSE) g->has[i] = g->has[i] && gen_chance(g, 12);
}

void gen_reuse_data(struct gen *g) {
  if (!g->has[REUSE]) return;
  fprintf(g->out, "static unsigned long old;\nstatic _Atomic(int *) place;\nstatic _Atomic(struct node *) top;\n");
  fprintf(g->out,
          "static pthread_t who;\n__attribute__((unused)) static void *leaf(void *arg) {\n"
          "  if (pthread_equal(who, pthread_self())) %s++;\n  else who = pthread_self();\n  return arg;\n}\n",
          gen_scalar(g));
}

void gen_reuse_start(struct gen *g) {
  if (!g->has[REUSE]) return;
  gen_line(g, "place = malloc(sizeof(int));\n  old = (unsigned long)place;");
  if (gen_chance(g, 40)) gen_line(g, "top = malloc(sizeof *top);\n  top->next = NULL;");
}

/* ---- memory is freed, and its address kept ---- */

static void retire(struct gen *g) {
  gen_line(g, "q = atomic_exchange(&place, NULL);");
  if (gen_chance(g, 40)) gen_line(g, "if (q) old = (unsigned long)q;");
  gen_line(g, "free(q);");
}

/* An object that only this thread sees. */
static void visit(struct gen *g) { gen_line(g, "q = malloc(sizeof *q);\n  old = (unsigned long)q;\n  free(q);"); }

/* The object that everybody knows is replaced, and the old one freed before or after that. */
static void replace(struct gen *g) {
  bool first = gen_chance(g, 60);
  if (first) gen_line(g, "free(atomic_exchange(&place, NULL));");
  gen_line(g, "q = malloc(%s);\n  q = atomic_exchange(&place, q);", gen_chance(g, 85) ? "sizeof *q" : "40");
  if (!first) gen_line(g, "free(q);");
}

/* ---- memory is requested, and what came out compared ---- */

static void request(struct gen *g) {
  gen_line(g, "q = malloc(%s);", gen_chance(g, 85) ? "sizeof *q" : "40");
  switch (gen_below(g, 3)) {
  case 0: gen_line(g, "assert((unsigned long)q != old);"); break;
  case 1: gen_line(g, "if ((unsigned long)q == old) %s = %s;", gen_scalar(g), gen_value(g)); break;
  default: gen_line(g, "if (!place) place = q;"); break;
  }
}

static void compare(struct gen *g) {
  switch (gen_below(g, 3)) {
  case 0: gen_line(g, "if ((unsigned long)place == old) %s++;", gen_scalar(g)); break;
  case 1: gen_line(g, "q = place;\n  if (q && (unsigned long)q == old) %s = 2;", gen_target(g)); break;
  default: gen_line(g, "q = place;\n  if (q) assert((unsigned long)q != old);"); break;
  }
}

/* The other threads have some time between the two. */
static void exchange(struct gen *g) {
  gen_line(g, "q = place;");
  if (gen_chance(g, 60)) gen_read(g);
  gen_line(g, "if (atomic_compare_exchange_strong(&place, &q, NULL)) %s++;", gen_scalar(g));
}

/* ---- a stack without locks, threads ---- */

static void push(struct gen *g) {
  gen_line(
      g,
      "{ struct node *n = malloc(sizeof *n); n->next = top; if (!atomic_compare_exchange_strong(&top, &n->next, n)) "
      "%s; }",
      gen_chance(g, 60) ? "free(n)" : "(void)n");
}

static void pop(struct gen *g) {
  gen_line(g, "{ struct node *n = top; if (n && atomic_compare_exchange_strong(&top, &n, n->next)) { %s; %s++; } }",
           gen_chance(g, 80) ? "free(n)" : "(void)n", gen_target(g));
}

static void spawn(struct gen *g) {
  gen_line(g, "{ pthread_t s; pthread_create(&s, NULL, leaf, NULL); pthread_%s; }",
           gen_chance(g, 25) ? "detach(s)" : "join(s, NULL)");
}

/* Threads that mostly free beside threads that mostly look. */
void gen_reuse(struct gen *g) {
  static void (*const free_it[])(struct gen *) = {retire, retire, visit, replace, replace, pop, spawn};
  static void (*const look[])(struct gen *) = {request, request, request, compare, exchange, exchange, push, spawn};
  if (gen_chance(g, g->thread % 2 ? 25 : 75)) free_it[gen_below(g, sizeof free_it / sizeof *free_it)](g);
  else look[gen_below(g, sizeof look / sizeof *look)](g);
}

/* Once more, when all is over. */
void gen_reuse_end(struct gen *g) {
  if (g->has[REUSE]) gen_line(g, "if (place && (unsigned long)place == old) x2 ^= 4;");
}
