/* Hunting in a new version is directed at what changed: its failure comes after fewer runs than without a hint, the
   same seed makes the same runs, and what does not lie near the change is found all the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "check/check.h"
#include "front/front.h"
#include "edited.h"
#include "../scratch.h"

enum { SEEDS = 5, MOST_RUNS = 400 };

/* Two threads go through many operations; in the middle each counts itself, under a lock. */
static const char counted[] = "#include <assert.h>\n"
                              "#include <pthread.h>\n"
                              "enum { ROUNDS = 40 };\n"
                              "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                              "static volatile int done, shared, other;\n"
                              "static void count(void) {\n"
                              "  pthread_mutex_lock(&m);\n"
                              "  done = done + 1;\n"
                              "  pthread_mutex_unlock(&m);\n"
                              "}\n"
                              "static void *worker(void *unused) {\n"
                              "  for (int i = 0; i < ROUNDS; i++) {\n"
                              "    shared = i;\n"
                              "    if (i == ROUNDS / 2) count();\n"
                              "  }\n"
                              "  return unused;\n"
                              "}\n"
                              "int main(void) {\n"
                              "  pthread_t t[2];\n"
                              "  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, NULL);\n"
                              "  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);\n"
                              "  assert(done == 2);\n"
                              "  return other;\n"
                              "}\n";

static struct ir_program *load(const char *text) {
  char path[SCRATCH_BYTES];
  int file = mkstemps(scratch_name(path, "heddle-hunt-XXXXXX.c"), 2);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
  close(file);
  const char *inputs[] = {path};
  struct front_request request = {.inputs = inputs, .ninputs = 1};
  struct ir_program *program = front_load(&request);
  unlink(path);
  assert_non_null(program);
  return program;
}

static struct explore_options hunting(uint64_t seed) {
  return (struct explore_options){.config = {.strategy = STRATEGY_GUIDED,
                                             .checks = 1 << CHECK_ASSERT,
                                             .tests = TESTS_NONE,
                                             .hunt_only = true,
                                             .hunt_seed = seed,
                                             .max_runs = MOST_RUNS,
                                             .max_depth = 1000000,
                                             .stop_at_first_failure = true},
                                  .goal = {.ignore_races = true}};
}

/* How many runs it takes to see the failure: without a hint, and as a new version. */
static uint64_t hunt_alone(const struct ir_program *program, uint64_t seed) {
  struct explore_options options = hunting(seed);
  struct smt_stats solver;
  struct result result = {0};
  explore_run(program, &options, NULL, &result, &solver);
  assert_int_equal(result.failures.count, 1);
  uint64_t runs = result.stats.hunted;
  result_free(&result);
  return runs;
}

static uint64_t hunt_changed(const struct ir_program *old, const struct ir_program *new, uint64_t seed) {
  struct explore_options options = hunting(seed);
  struct check check;
  check_run(&(struct check_request){.old = old, .new = new, .options = &options}, &check);
  assert_int_equal(check.result.failures.count, 1);
  uint64_t runs = check.result.stats.hunted;
  check_free(&check);
  return runs;
}

struct sums {
  uint64_t alone, directed;
};

static struct sums compare(const char *old_text, const char *new_text) {
  struct ir_program *old = load(old_text), *new = load(new_text);
  struct sums sums = {0};
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    uint64_t directed = hunt_changed(old, new, seed);
    if (seed == 1) assert_int_equal(hunt_changed(old, new, seed), directed);
    sums.alone += hunt_alone(new, seed);
    sums.directed += directed;
  }
  print_message("runs to the failure, sums: %llu alone, %llu directed\n", (unsigned long long)sums.alone,
                (unsigned long long)sums.directed);
  ir_free(old);
  ir_free(new);
  return sums;
}

static void deleted_lock(void **state) {
  (void)state;
  char *half = edited(counted, "  pthread_mutex_lock(&m);\n", "");
  char *text = edited(half, "  pthread_mutex_unlock(&m);\n", "");
  struct sums sums = compare(counted, text);
  assert_true(2 * sums.directed < sums.alone);
  free(half);
  free(text);
}

static void added_write(void **state) {
  (void)state;
  char *text = edited(counted, "    if (i == ROUNDS / 2) count();\n",
                      "    if (i == ROUNDS / 2) count();\n    if (i == ROUNDS / 4) done = done + 0;\n");
  struct sums sums = compare(counted, text);
  assert_true(2 * sums.directed < sums.alone);
  free(text);
}

/* The change has nothing to do with the failure, which the old version has, too. */
static void elsewhere(void **state) {
  (void)state;
  char *half = edited(counted, "  pthread_mutex_lock(&m);\n", "");
  char *old = edited(half, "  pthread_mutex_unlock(&m);\n", "");
  char *text = edited(old, "    shared = i;\n", "    shared = i;\n    if (i == 1) other = 0;\n");
  struct sums sums = compare(old, text); /* which fails unless all seeds find it */
  assert_true(sums.directed < 3 * sums.alone);
  free(half);
  free(old);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(deleted_lock), cmocka_unit_test(added_write),
                                     cmocka_unit_test(elsewhere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
