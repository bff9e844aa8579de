/* Tests of the parts of the static layer: control dependence, loops, failure sites, places, sharing, order, chains of
   dependences. */
#include "static_subject.h"
#include "vm/vm.h"

/* ---- control ---- */

static void is_decided(const struct subject *t, uint32_t ins, const char *wanted) {
  const uint32_t *deciders;
  char text[200] = "";
  uint32_t count = static_control(t->s, ins, &deciders);
  for (uint32_t i = 0; i < count; i++) {
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s%u", i ? " " : "", line_of(t, deciders[i]));
  }
  assert_string_equal(text, wanted);
}

/* Branches, a loop that counts, one that perhaps does not end, a call that may not return. */
static void what_decides_what(void **state) {
  (void)state;
  struct subject t;
  open_subject(&t, "#include <stdlib.h>\n"
                   "int a, b, c, d, e, f;\n"
                   "void stop(int n) { if (n) exit(1); }\n"
                   "int main(int argc, char **argv) {\n"
                   "  (void)argv;\n"
                   "  a = 1;\n"
                   "  if (argc > 2) b = 2;\n"
                   "  for (int i = argc; i < 9; i++)\n"
                   "    c = 3;\n"
                   "  d = 4;\n"
                   "  while (a != argc)\n"
                   "    a = a * 2;\n"
                   "  e = 5;\n"
                   "  stop(argc);\n"
                   "  f = 6;\n"
                   "  return 0; }\n");
  is_decided(&t, store_in_line(&t, 6), "");
  is_decided(&t, store_in_line(&t, 7), "7");
  is_decided(&t, store_in_line(&t, 9), "8");
  is_decided(&t, store_in_line(&t, 10), "");
  is_decided(&t, store_in_line(&t, 12), "11");
  is_decided(&t, store_in_line(&t, 13), "11");
  is_decided(&t, store_in_line(&t, 15), "14");
  assert_true(static_post_dominates(t.s, store_in_line(&t, 10), store_in_line(&t, 7)));
  assert_false(static_post_dominates(t.s, store_in_line(&t, 13), store_in_line(&t, 6)));
  assert_true(static_dominates(t.s, store_in_line(&t, 6), store_in_line(&t, 15)));
  assert_false(static_dominates(t.s, store_in_line(&t, 7), store_in_line(&t, 10)));
  assert_true(static_may_not_return(t.s, ir_find_function(t.p, "stop")));
  close_subject(&t);
}

/* Loops that end: up, down, to an exact value, at the bottom. Loops that may not: wrong direction, step of two, a
   moving limit, a limit that is the last number. */
static void loops_that_count(void **state) {
  (void)state;
  static const char *const heads[] = {
      "for (int i = 0; i < n; i++) g++;",       "for (int i = n; i > 0; i--) g++;",
      "for (unsigned i = 7; i != n; i++) g++;", "int i = 0; do g++; while (++i < n);",
      "for (int i = n; i < 3; i--) g++;",       "for (int i = 0; i != n; i += 2) g++;",
      "for (int i = 0; i < n; i++) n++;",       "for (unsigned char i = 0; i <= 255; i++) g++;",
      "for (int i = 0; i < n; ) g++;",          "for (int i = 0; i < n; i++) if (g) i--;"};
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    char source[300];
    struct subject t;
    snprintf(source, sizeof source,
             "int g;\nvoid f(int n) { %s }\nint main(int argc, char **argv) { (void)argv; f(argc); return 0; }\n",
             heads[i]);
    open_subject(&t, source);
    if (static_may_not_return(t.s, ir_find_function(t.p, "f")) != (i >= 4)) fail_msg("%s", heads[i]);
    close_subject(&t);
  }
}

/* ---- failure sites ---- */

/* The lines of the program's own failure sites. */
static void targets_are(const struct subject *t, uint32_t checks, const char *wanted) {
  char text[500] = "";
  uint32_t before = 0;
  struct static_set set = static_targets(t->s, checks);
  for (uint32_t i = 0; i < t->p->nins; i++) {
    if (!is_users(t, i) || !static_set_has(&set, i) || line_of(t, i) == before) continue;
    size_t used = strlen(text);
    before = line_of(t, i);
    snprintf(text + used, sizeof text - used, "%s%u", used ? " " : "", before);
  }
  assert_string_equal(text, wanted);
  static_set_free(&set);
}

static void failure_sites(void **state) {
  (void)state;
  struct subject t;
  open_subject(&t, "#include <assert.h>\n"
                   "#include <stdlib.h>\n"
                   "int g, a[4]; const int k = 3;\n"
                   "int unknown(int n);\n"
                   "int main(int argc, char **argv) {\n"
                   "  int local[2];\n"
                   "  g = argc + 1;\n"
                   "  a[2] = 1;\n"
                   "  a[argc] = 2;\n"
                   "  local[1] = g / 2;\n"
                   "  g = local[1] / argc;\n"
                   "  g = g << argc;\n"
                   "  *(int *)&k = 4;\n"
                   "  if (argc > 5) assert(g);\n"
                   "  char *p = argv[0];\n"
                   "  g = unknown(3);\n"
                   "  free(p);\n"
                   "  __builtin_trap();\n"
                   "  return 0; }\n");
  targets_are(&t, 0, "9 11 13 15 16 18");
  targets_are(&t, 1u << CHECK_OVERFLOW, "7 9 11 13 15 16 18");
  targets_are(&t, 1u << CHECK_SHIFT, "9 11 12 13 15 16 18");
  assert_false(static_is_live(t.s, op_in_line(&t, 19, IR_RET)));
  close_subject(&t);
}

/* ---- chains ---- */

static void chain_is(const struct subject *t, uint32_t from, uint32_t to, const char *wanted) {
  struct static_link *links;
  char text[500] = "";
  uint32_t count = static_why(t->s, from, to, &links);
  for (uint32_t i = 0; i < count; i++) {
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s%s %u", i ? ", " : "", static_edge_text(links[i].edge),
             line_of(t, links[i].ins));
  }
  assert_string_equal(text, wanted);
  free(links);
}

static void chains_of_dependences(void **state) {
  (void)state;
  struct subject t;
  open_subject(&t, two_threads);
  chain_is(&t, store_in_line(&t, 5), store_in_line(&t, 10), "start 5, thread 8, data 9, data 9, control 10");
  chain_is(&t, store_in_line(&t, 10), store_in_line(&t, 5), "");
  chain_is(&t, store_in_line(&t, 5), store_in_line(&t, 11), "");
  close_subject(&t);
}

/* ---- pieces ---- */

/* What the store of a line writes, as "x+4". */
static void store_writes(const struct subject *t, uint32_t line, const char *wanted) {
  struct static_location places[10];
  char text[500] = "";
  uint32_t count = static_writes(t->s, store_in_line(t, line), places, 10);
  for (uint32_t i = 0; i < count && i < 10; i++) {
    size_t used = strlen(text);
    bool global = places[i].kind == STATIC_GLOBAL || places[i].kind == STATIC_TLS;
    snprintf(text + used, sizeof text - used, "%s%s+%d/%u", i ? " " : "",
             global                          ? ir_text(t->p, t->p->globals[places[i].index].name)
             : places[i].kind == STATIC_HEAP ? "heap"
                                             : "other",
             (int)places[i].offset, places[i].stride);
  }
  assert_string_equal(text, wanted);
}

static void places_of_stores(void **state) {
  (void)state;
  struct subject t;
  open_subject(&t, "#include <stdlib.h>\n"
                   "struct s { long a; int b[4]; struct s *next; } one, many[8], *p;\n"
                   "_Thread_local int own;\n"
                   "int main(int argc, char **argv) {\n"
                   "  (void)argv;\n"
                   "  one.b[1] = 1;\n"
                   "  one.b[argc] = 2;\n"
                   "  many[argc].a = 3;\n"
                   "  p = argc > 1 ? &one : &many[2];\n"
                   "  p->b[0] = 4;\n"
                   "  p->next = malloc(sizeof *p);\n"
                   "  p->next->a = 5;\n"
                   "  own = 6;\n"
                   "  return 0; }\n");
  store_writes(&t, 6, "one+12/0");
  store_writes(&t, 7, "one+0/4");
  store_writes(&t, 8, "many+0/32");
  store_writes(&t, 10, "one+8/0 many+72/0");
  store_writes(&t, 12, "heap+0/0");
  store_writes(&t, 13, "own+0/0");
  close_subject(&t);
}

/* x is used by two threads, y by the many of one kind, z by main alone, and each thread has its own local. */
static void shared_objects(void **state) {
  (void)state;
  struct subject t;
  open_subject(&t, "#include <pthread.h>\n"
                   "int x, y, z, w; _Thread_local int own;\n"
                   "int *cell(int *p) { return p; }\n"
                   "void *one(void *p) {\n"
                   "  x = 1;\n"
                   "  own = 1;\n"
                   "  int local = 0;\n"
                   "  *cell(&local) = 2;\n"
                   "  w = local;\n"
                   "  *(int *)p = 1;\n"
                   "  return 0; }\n"
                   "void *two(void *p) {\n"
                   "  x = 2;\n"
                   "  return 0; }\n"
                   "void *three(void *p) {\n"
                   "  y++;\n"
                   "  return 0; }\n"
                   "int main(void) {\n"
                   "  pthread_t t[5];\n"
                   "  int mine = 0;\n"
                   "  pthread_create(&t[0], 0, one, &mine);\n"
                   "  pthread_create(&t[1], 0, two, 0);\n"
                   "  for (int i = 2; i < 5; i++) pthread_create(&t[i], 0, three, 0);\n"
                   "  z = 1;\n"
                   "  mine = 2;\n"
                   "  return 0; }\n");
  const struct {
    uint32_t line;
    bool shared;
  } stores[] = {{5, true},  {6, false}, {8, false},  {9, false}, {10, true},
                {13, true}, {16, true}, {24, false}, {25, true}};
  for (size_t i = 0; i < sizeof stores / sizeof *stores; i++)
    if (static_is_shared_access(t.s, store_in_line(&t, stores[i].line)) != stores[i].shared)
      fail_msg("line %u", stores[i].line);
  assert_int_equal(static_count(t.s).threads, 3);
  close_subject(&t);
}

static void parallel_lines(void **state) {
  (void)state;
  struct subject t;
  open_subject(&t, in_turn);
  const struct {
    uint32_t a, b;
    bool parallel;
  } lines[] = {{4, 15, false}, {4, 17, false}, {4, 7, false}, {7, 17, true}, {4, 4, false}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    uint32_t a = store_in_line(&t, lines[i].a), b = store_in_line(&t, lines[i].b);
    if (static_in_parallel(t.s, a, b) != lines[i].parallel) fail_msg("%u %u", lines[i].a, lines[i].b);
    if (static_in_parallel(t.s, b, a) != lines[i].parallel) fail_msg("%u %u", lines[i].b, lines[i].a);
  }
  assert_true(static_in_parallel(t.s, store_in_line(&t, 4), store_in_line(&t, 13)));
  close_subject(&t);
}

/* Every function that the interpreter provides has a model. */
static void all_functions_of_the_interpreter_are_known(void **state) {
  (void)state;
  for (uint32_t i = 0; i < vm_builtin_count(); i++)
    if (!static_knows_function(vm_builtin_name(i))) fail_msg("%s", vm_builtin_name(i));
  assert_false(static_knows_function("sem"));
  assert_false(static_knows_function(""));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_decides_what), cmocka_unit_test(loops_that_count),
      cmocka_unit_test(failure_sites),     cmocka_unit_test(chains_of_dependences),
      cmocka_unit_test(places_of_stores),  cmocka_unit_test(shared_objects),
      cmocka_unit_test(parallel_lines),    cmocka_unit_test(all_functions_of_the_interpreter_are_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
