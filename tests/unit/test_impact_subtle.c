/* Changes whose effect is easily overlooked: for each the lines that must be looked at again, and which need not be. A
   line that is missing here would be a failure that nobody is told of. */
#include "impact_subject.h"

struct edit {
  const char *from, *to;
};

/* The targets, exactly: lines of the program, then functions of the library. */
static void expect_with(const char *source, struct edit edit, uint32_t checks, const char *wanted) {
  struct pair t;
  char *new = edited(source, edit.from, edit.to);
  open_pair(&t, source, new, checks, &no_failures);
  expect_lines(&t.new, &t.impact->targets, "targets", wanted);
  close_pair(&t);
  free(new);
}
static void expect_targets(const char *source, struct edit edit, const char *wanted) {
  expect_with(source, edit, no_checks, wanted);
}

/* The old version failed at one line: at the call there, or else the access. */
static void expect_after_failure(const char *source, struct edit edit, uint32_t line, bool deadlock,
                                 const char *wanted) {
  struct subject old;
  uint32_t site = IR_NONE;
  open_subject(&old, source);
  for (uint32_t i = 0; i < old.p->nins; i++) {
    enum ir_class class = ir_ops[old.p->ins[i].op].class;
    if (is_users(&old, i) && line_of(&old, i) == line && (class == IR_CLASS_CALL || class == IR_CLASS_MEM)) site = i;
  }
  assert_int_not_equal(site, IR_NONE);
  close_subject(&old);
  struct impact_failures failures = {.sites = &site, .nsites = 1, .deadlock = deadlock};
  struct pair t;
  char *new = edited(source, edit.from, edit.to);
  open_pair(&t, source, new, no_checks, &failures);
  expect_lines(&t.new, &t.impact->targets, "targets", wanted);
  close_pair(&t);
  free(new);
}

/* Two threads and what they share; the bodies come between. */
#define TWO_THREADS(shared, first, second)                                                                             \
  "#define _GNU_SOURCE\n#include <assert.h>\n"                                                                         \
  "#include <pthread.h>\n"                                                                                             \
  "#include <semaphore.h>\n"                                                                                           \
  "#include <stdlib.h>\n"                                                                                              \
  "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"                                                                   \
  "pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n" shared "#line 20\n"                                                 \
  "void *first(void *p) {\n" first "#line 39\n"                                                                        \
  "  return p; }\n"                                                                                                    \
  "void *second(void *p) {\n" second "#line 59\n"                                                                      \
  "  return p; }\n"                                                                                                    \
  "int main(void) {\n"                                                                                                 \
  "  pthread_t t, u;\n"                                                                                                \
  "  prepare();\n"                                                                                                     \
  "  pthread_create(&t, 0, first, 0);\n"                                                                               \
  "  pthread_create(&u, 0, second, 0);\n"                                                                              \
  "  pthread_join(t, 0);\n"                                                                                            \
  "  pthread_join(u, 0);\n"                                                                                            \
  "  after();\n"                                                                                                       \
  "  return 0; }\n"
#define NO_AFTER "void prepare(void) {}\nvoid after(void) {}\n"

static const char counter[] = TWO_THREADS("int n; void prepare(void) {}\nvoid after(void) { assert(n == 2); }\n",
                                          "  pthread_mutex_lock(&m);\n"
                                          "  n++;\n"
                                          "  pthread_mutex_unlock(&m);\n",
                                          "  pthread_mutex_lock(&m);\n"
                                          "  n++;\n"
                                          "  pthread_mutex_unlock(&m);\n");

static void lock_moved_behind_the_access(void **state) {
  (void)state;
  expect_targets(counter, (struct edit){"  pthread_mutex_lock(&m);\n  n++;\n", "  n++;\n  pthread_mutex_lock(&m);\n"},
                 "9 22 23 41 43 65 66 end_thread");
}
static void unlock_deleted(void **state) {
  (void)state;
  expect_targets(counter, (struct edit){"  pthread_mutex_unlock(&m);\n", ""}, "9 21 41 43 65 66 end_thread");
}
static void unlock_moved_before_the_access(void **state) {
  (void)state;
  expect_targets(counter,
                 (struct edit){"  n++;\n  pthread_mutex_unlock(&m);\n", "  pthread_mutex_unlock(&m);\n  n++;\n"},
                 "9 21 22 41 43 65 66 end_thread");
}

static const char waiting[] = TWO_THREADS("int ready, data; " NO_AFTER,
                                          "  pthread_mutex_lock(&m);\n"
                                          "  data = 5;\n"
                                          "  ready = 1;\n"
                                          "  pthread_cond_signal(&c);\n"
                                          "  pthread_mutex_unlock(&m);\n",
                                          "  pthread_mutex_lock(&m);\n"
                                          "  while (!ready) pthread_cond_wait(&c, &m);\n"
                                          "  assert(data == 5);\n"
                                          "  pthread_mutex_unlock(&m);\n");

static void signal_deleted(void **state) {
  (void)state;
  expect_targets(waiting, (struct edit){"  pthread_cond_signal(&c);\n", ""}, "21 24 41 42 43 44 65 66 end_thread");
}

static void loop_around_a_wait_weakened(void **state) {
  (void)state;
  expect_targets(waiting, (struct edit){"while (!ready)", "if (!ready)"}, "21 24 25 41 42 43 44 65 66 end_thread");
}

static void condition_set_too_early(void **state) {
  (void)state;
  expect_targets(waiting, (struct edit){"  data = 5;\n  ready = 1;\n", "  ready = 1;\n  data = 5;\n"}, "43");
}

static const char flag[] = TWO_THREADS("int open_ = 0, seen; " NO_AFTER,
                                       "  if (open_)\n"
                                       "    seen = 1;\n",
                                       "  int s = seen;\n"
                                       "  assert(s == 0);\n"
                                       "  assert(p == 0);\n");

static void initialiser_of_a_flag(void **state) {
  (void)state;
  expect_targets(flag, (struct edit){"open_ = 0", "open_ = 1"}, "42");
}

static void condition_in_another_thread(void **state) {
  (void)state;
  expect_targets(flag, (struct edit){"if (open_)", "if (!open_)"}, "42");
}

static const char constants[] = TWO_THREADS("static const int limit = 3; int n; " NO_AFTER, "  n = limit;\n",
                                            "  assert(n < 4);\n"
                                            "  assert(p == 0);\n");

static void constant_global(void **state) {
  (void)state;
  expect_targets(constants, (struct edit){"limit = 3", "limit = 4"}, "41");
}

static const char layout[] = TWO_THREADS(
    "struct pair { int a, b; }; struct pair *shared; void prepare(void) { shared = malloc(sizeof(struct pair)); }\n"
    "void after(void) { free(shared); }\n",
    "  shared->b = 1;\n",
    "  char *raw = (char *)shared;\n"
    "  assert(raw[4] <= 1);\n"
    "  assert(p == 0);\n");

static void fields_changed_places(void **state) {
  (void)state;
  expect_targets(layout, (struct edit){"int a, b;", "int b, a;"}, "21 42");
}

static const char table[] =
    TWO_THREADS("int n; int one(void) { return 1; } int two(void) { return 2; } int (*call)(void) = one; " NO_AFTER,
                "  n = call();\n",
                "  assert(n < 2);\n"
                "  assert(p == 0);\n");

static void function_in_an_initialiser(void **state) {
  (void)state;
  expect_targets(table, (struct edit){"(void) = one", "(void) = two"}, "21 41");
}

static void callee_through_a_pointer(void **state) {
  (void)state;
  expect_targets(table, (struct edit){"return 1;", "return 3;"}, "41");
}

static const char start[] = TWO_THREADS("int n; " NO_AFTER "void *other(void *p) { n = 7; return p; }\n", "  n = 1;\n",
                                        "  assert(n < 2);\n"
                                        "  assert(p == 0);\n");

static void start_function(void **state) {
  (void)state;
  expect_targets(start, (struct edit){"pthread_create(&t, 0, first, 0)", "pthread_create(&t, 0, other, 0)"},
                 "41 63 65 66 end_thread");
}

static void argument_of_a_thread(void **state) {
  (void)state;
  expect_targets(start, (struct edit){"pthread_create(&u, 0, second, 0)", "pthread_create(&u, 0, second, &n)"}, "42");
}

static void join_deleted(void **state) {
  (void)state;
  expect_targets(start, (struct edit){"  pthread_join(t, 0);\n", ""}, "65");
}

static const char barrier[] = TWO_THREADS(
    "pthread_barrier_t b; int n; void prepare(void) { pthread_barrier_init(&b, 0, 2); }\nvoid after(void) {}\n",
    "  n = 1;\n"
    "  pthread_barrier_wait(&b);\n",
    "  pthread_barrier_wait(&b);\n"
    "  assert(n == 1);\n");

static void barrier_count(void **state) {
  (void)state;
  expect_targets(barrier, (struct edit){"&b, 0, 2", "&b, 0, 1"}, "8 22 41 42 65 66 end_thread");
}

static const char semaphore[] =
    TWO_THREADS("sem_t s; int n; void prepare(void) { sem_init(&s, 0, 0); }\nvoid after(void) {}\n",
                "  n = 1;\n"
                "  sem_post(&s);\n",
                "  sem_wait(&s);\n"
                "  assert(n == 1);\n");

static void semaphore_value(void **state) {
  (void)state;
  expect_targets(semaphore, (struct edit){"&s, 0, 0", "&s, 0, 1"}, "41 42 65 66 end_thread sem_init sem_post");
}

static void post_moved(void **state) {
  (void)state;
  expect_targets(semaphore, (struct edit){"  n = 1;\n  sem_post(&s);\n", "  sem_post(&s);\n  n = 1;\n"}, "42");
}

static const char heap[] =
    TWO_THREADS("int *x; void prepare(void) { x = malloc(4); *x = 1; }\nvoid after(void) { free(x); }\n",
                "  pthread_mutex_lock(&m);\n"
                "  int a = *x;\n"
                "  pthread_mutex_unlock(&m);\n"
                "  assert(a == 1);\n",
                "  assert(p == 0);\n");

static void free_too_early(void **state) {
  (void)state;
  expect_targets(heap, (struct edit){"  return p; }\nint main", "  free(x); return p; }\nint main"}, "22 24 free");
}

static void object_too_small(void **state) {
  (void)state;
  expect_targets(heap, (struct edit){"malloc(4)", "malloc(2)"},
                 "8 21 22 23 24 41 63 64 65 66 end_thread free allocate");
}

static void free_deleted(void **state) {
  (void)state;
  expect_targets(heap, (struct edit){"free(x);", ""}, "22 24");
}

static const char array[] = TWO_THREADS("int a[4], i; " NO_AFTER, "  i = 3;\n",
                                        "  int k = i;\n"
                                        "  a[k] = 1;\n"
                                        "  assert(p == 0);\n");

static void array_size(void **state) {
  (void)state;
  expect_targets(array, (struct edit){"a[4]", "a[3]"}, "42");
}

static void index_in_another_thread(void **state) {
  (void)state;
  expect_targets(array, (struct edit){"i = 3", "i = 4"}, "42");
}

static const char local[] = TWO_THREADS("int n; " NO_AFTER, "  n = 1;\n",
                                        "  assert(n <= 1);\n"
                                        "  n = 0;\n"
                                        "  assert(p == 0);\n");

static void global_made_thread_local(void **state) {
  (void)state;
  expect_targets(local, (struct edit){"int n;", "_Thread_local int n;"}, "41");
}

static const char ends[] = TWO_THREADS("int n; " NO_AFTER,
                                       "  if (n == 3) exit(0);\n"
                                       "  n = 1;\n",
                                       "  pthread_mutex_lock(&m);\n"
                                       "  assert(n <= 1);\n"
                                       "  pthread_mutex_unlock(&m);\n");

static void exit_deleted(void **state) {
  (void)state;
  expect_targets(ends, (struct edit){"if (n == 3) exit(0);", ""}, "41 42 65 66 exit end_thread run_handlers");
}

static void exit_added(void **state) {
  (void)state;
  expect_targets(ends, (struct edit){"  n = 1;", "  exit(1); n = 1;"}, "41 42 65 66 exit end_thread run_handlers");
}

static void condition_of_an_exit(void **state) {
  (void)state;
  expect_targets(ends, (struct edit){"n == 3", "n == 0"}, "41 42 65 66 exit end_thread run_handlers");
}

static const char assumed[] = TWO_THREADS(
    "#include <heddle.h>\nint n, x; void prepare(void) { heddle_symbolic(&x, sizeof x, \"x\"); heddle_assume(x > "
    "0); }\nvoid after(void) { assert(x != 0); }\n",
    "  heddle_assume(n == 0);\n"
    "  assert(x > 0);\n",
    "  assert(p == 0);\n");

static void assumption_deleted(void **state) {
  (void)state;
  expect_targets(assumed, (struct edit){"heddle_assume(x > 0);", ""}, "10 21 22 41 63 64 65 66 end_thread");
}

static void assumption_weakened(void **state) {
  (void)state;
  expect_targets(assumed, (struct edit){"x > 0", "x >= 0"}, "9 10 21 22 41 63 64 65 66 end_thread");
}

static void assumption_of_a_thread(void **state) {
  (void)state;
  expect_targets(assumed, (struct edit){"heddle_assume(n == 0);", "heddle_assume(n <= 1);"},
                 "10 21 22 65 66 end_thread");
}

static const char atomic[] =
    TWO_THREADS("void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); int n; void prepare(void) {}\n"
                "void after(void) { assert(n == 2); }\n",
                "  __VERIFIER_atomic_begin();\n"
                "  n++;\n"
                "  __VERIFIER_atomic_end();\n",
                "  __VERIFIER_atomic_begin();\n"
                "  n++;\n"
                "  __VERIFIER_atomic_end();\n"
                "  assert(p == 0);\n");

static void atomic_section_ends_early(void **state) {
  (void)state;
  expect_targets(
      atomic, (struct edit){"  n++;\n  __VERIFIER_atomic_end();", "  int k = n; __VERIFIER_atomic_end(); n = k + 1;"},
      "9 22 65 66 end_thread");
}

static const char atomic_function[] __attribute__((unused)) =
    TWO_THREADS("int n; void __VERIFIER_atomic_add(void) { int k = n; n = k + 1; } void prepare(void) {}\n"
                "void after(void) { assert(n == 2); }\n",
                "  __VERIFIER_atomic_add();\n",
                "  __VERIFIER_atomic_add();\n"
                "  assert(p == 0);\n");

static const char returns[] =
    TWO_THREADS("int n; int check(int v) { if (v > 2) return 0; n = v; return 1; } " NO_AFTER, "  check(1);\n",
                "  assert(n < 3);\n"
                "  assert(p == 0);\n");

static void return_added(void **state) {
  (void)state;
  expect_targets(returns, (struct edit){"if (v > 2) return 0;", ""}, "41");
}

static const char handlers[] = TWO_THREADS("int n; __attribute__((constructor)) void set(void) { n = 1; } " NO_AFTER,
                                           "  assert(n == 1);\n", "  assert(p == 0);\n");

static void constructor_attribute(void **state) {
  (void)state;
  expect_targets(handlers, (struct edit){"__attribute__((constructor)) ", ""}, "21");
}

static const char spin[] = TWO_THREADS("int ready, n; " NO_AFTER,
                                       "  n = 1;\n"
                                       "  __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);\n",
                                       "  while (!__atomic_load_n(&ready, __ATOMIC_SEQ_CST)) {}\n"
                                       "  assert(n == 1);\n");

static void store_that_a_loop_waits_for(void **state) {
  (void)state;
  expect_targets(spin, (struct edit){"&ready, 1", "&ready, 0"}, "41 42 65 66 end_thread");
}

static const char mutex_kind[] =
    TWO_THREADS("" NO_AFTER "pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;\n",
                "  pthread_mutex_lock(&r);\n"
                "  pthread_mutex_lock(&r);\n"
                "  pthread_mutex_unlock(&r);\n"
                "  pthread_mutex_unlock(&r);\n",
                "  assert(p == 0);\n");

static void kind_of_a_mutex(void **state) {
  (void)state;
  expect_targets(mutex_kind, (struct edit){"PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP", "PTHREAD_MUTEX_INITIALIZER"},
                 "21 22 23 24 65 66 end_thread");
}

/* ---- checks that are off by default ---- */

static const uint32_t races = CHECKS_STANDARD | 1u << CHECK_RACE, leaks = CHECKS_STANDARD | 1u << CHECK_LEAK,
                      uninit = CHECKS_STANDARD | 1u << CHECK_UNINIT, some_off = 0;

static void race_after_a_deleted_lock(void **state) {
  (void)state;
  expect_with(counter, (struct edit){"  pthread_mutex_lock(&m);\n  n++;\n", "  n++;\n"}, races,
              "9 21 22 41 42 43 65 66 end_thread");
}
static void race_after_a_weaker_order(void **state) {
  (void)state;
  expect_with(spin, (struct edit){"&ready, 1, __ATOMIC_SEQ_CST", "&ready, 1, __ATOMIC_RELAXED"}, races,
              "21 22 41 42 65 66 end_thread");
}
static void no_race_by_another_value(void **state) {
  (void)state;
  expect_with(flag, (struct edit){"seen = 1", "seen = 2"}, races, "42");
}
static void leak_after_a_deleted_free(void **state) {
  (void)state;
  expect_with(heap, (struct edit){"free(x);", ""}, leaks, "22 24 exit allocate");
}
static void leak_after_an_early_end(void **state) {
  (void)state;
  expect_with(heap, (struct edit){"  after();\n", "  if (*x == 7) exit(0);\n  after();\n"}, leaks,
              "21 22 24 65 66 67 exit run_handlers free allocate");
}
/* The program ends where it did, and nobody waits for anything else. */
static void leak_after_a_condition(void **state) {
  (void)state;
  expect_with(heap, (struct edit){"  after();\n", "  if (*x != 7) after();\n"}, leaks, "22 24 67 exit free allocate");
}
static void value_that_nobody_wrote(void **state) {
  (void)state;
  expect_with(heap, (struct edit){"*x = 1;", ""}, uninit, "22 24");
}
/* With a check off, assertions may end runs and nobody is told: what follows depends on them. */
static void failures_in_silence(void **state) {
  (void)state;
  expect_with(flag, (struct edit){"s == 0", "s <= 1"}, no_checks, "42");
  expect_with(flag, (struct edit){"s == 0", "s <= 1"}, some_off,
              "65 66 end_thread fail_assertion strlen strncat stpcpy");
}

/* ---- the old version failed ---- */

/* What the failing assertion hid comes to light when it is gone, or holds. */
static void hidden_behind_an_assertion(void **state) {
  (void)state;
  expect_targets(flag, (struct edit){"  assert(s == 0);\n", ""}, "");
  expect_after_failure(flag, (struct edit){"  assert(s == 0);\n", ""}, 42, false, "42 65 66 end_thread");
  expect_after_failure(flag, (struct edit){"s == 0", "s <= 1"}, 42, false, "42 43 65 66 end_thread");
}
static void hidden_behind_an_access(void **state) {
  (void)state;
  expect_after_failure(array, (struct edit){"i = 3", "i = 2"}, 42, false, "42 43 65 66 end_thread");
  expect_targets(array, (struct edit){"i = 3", "i = 2"}, "42");
}
static const char copying[] = "#include <assert.h>\n"
                              "#include <string.h>\n"
                              "char to[4]; int n;\n"
                              "int main(void) {\n"
                              "  char from[8] = \"abcdef\";\n"
                              "  from[n] = 0;\n"
                              "  strcpy(to, from);\n"
                              "  assert(n);\n"
                              "  return 0; }\n";
/* The call is told of, the copying behind it fails: what decides that is looked at, and what follows. */
static void hidden_behind_a_library_function(void **state) {
  (void)state;
  expect_after_failure(copying, (struct edit){"abcdef", "abc"}, 7, false, "7 stpcpy fail_assertion strlen strncat");
  expect_targets(copying, (struct edit){"abcdef", "abc"}, "stpcpy fail_assertion strlen strncat");
}
/* Not affected, but it fails still, and where it does is said again. */
static void failed_elsewhere(void **state) {
  (void)state;
  expect_after_failure(flag, (struct edit){"assert(p == 0)", "assert(p != &seen)"}, 42, false, "42 43");
}
static void a_deadlock_is_looked_at_again(void **state) {
  (void)state;
  expect_after_failure(semaphore, (struct edit){"n == 1", "n >= 1"}, 41, true, "41 42 65 66");
}

/* ---- nothing to look at ---- */

static void no_target(void **state) {
  (void)state;
  expect_targets(flag, (struct edit){"int main(void) {\n", "/* more\n lines */ int main(void) {\n"}, "");
  expect_targets(counter, (struct edit){"  pthread_t t, u;\n", "  pthread_t t, u; int unused = 3; unused++;\n"}, "");
  expect_targets(flag, (struct edit){"void *first", "int spare(int *q) { return *q; } void *first"}, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lock_moved_behind_the_access),
      cmocka_unit_test(unlock_deleted),
      cmocka_unit_test(unlock_moved_before_the_access),
      cmocka_unit_test(signal_deleted),
      cmocka_unit_test(loop_around_a_wait_weakened),
      cmocka_unit_test(condition_set_too_early),
      cmocka_unit_test(initialiser_of_a_flag),
      cmocka_unit_test(condition_in_another_thread),
      cmocka_unit_test(constant_global),
      cmocka_unit_test(fields_changed_places),
      cmocka_unit_test(function_in_an_initialiser),
      cmocka_unit_test(callee_through_a_pointer),
      cmocka_unit_test(start_function),
      cmocka_unit_test(argument_of_a_thread),
      cmocka_unit_test(join_deleted),
      cmocka_unit_test(barrier_count),
      cmocka_unit_test(semaphore_value),
      cmocka_unit_test(post_moved),
      cmocka_unit_test(free_too_early),
      cmocka_unit_test(object_too_small),
      cmocka_unit_test(free_deleted),
      cmocka_unit_test(array_size),
      cmocka_unit_test(index_in_another_thread),
      cmocka_unit_test(global_made_thread_local),
      cmocka_unit_test(exit_deleted),
      cmocka_unit_test(exit_added),
      cmocka_unit_test(condition_of_an_exit),
      cmocka_unit_test(assumption_deleted),
      cmocka_unit_test(assumption_weakened),
      cmocka_unit_test(assumption_of_a_thread),
      cmocka_unit_test(atomic_section_ends_early),
      cmocka_unit_test(return_added),
      cmocka_unit_test(constructor_attribute),
      cmocka_unit_test(store_that_a_loop_waits_for),
      cmocka_unit_test(kind_of_a_mutex),
      cmocka_unit_test(race_after_a_deleted_lock),
      cmocka_unit_test(race_after_a_weaker_order),
      cmocka_unit_test(no_race_by_another_value),
      cmocka_unit_test(leak_after_a_deleted_free),
      cmocka_unit_test(leak_after_an_early_end),
      cmocka_unit_test(leak_after_a_condition),
      cmocka_unit_test(value_that_nobody_wrote),
      cmocka_unit_test(failures_in_silence),
      cmocka_unit_test(hidden_behind_an_assertion),
      cmocka_unit_test(hidden_behind_an_access),
      cmocka_unit_test(hidden_behind_a_library_function),
      cmocka_unit_test(failed_elsewhere),
      cmocka_unit_test(a_deadlock_is_looked_at_again),
      cmocka_unit_test(no_target),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
