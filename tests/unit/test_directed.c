/* The search of a new version goes to what changed first: its failure comes after fewer operations than without a hint,
   and all of the search finds the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "explore/explore.h"
#include "front/front.h"
#include "util/mem.h"
#include "../scratch.h"

/* The first thread comes too early in some orders. The others keep a search busy that lets the newest one go on. */
static const char early[] = "#include <assert.h>\n"
                            "#include <pthread.h>\n"
                            "static volatile int ready, shared;\n"
                            "static void *work(void *unused) {\n"
                            "  ready = 1;\n"
                            "  for (int i = 0; i < 10; i++) shared = i;\n"
                            "  return unused;\n"
                            "}\n"
                            "static void *look(void *unused) {\n"
                            "  assert(ready);\n"
                            "  return unused;\n"
                            "}\n"
                            "int main(void) {\n"
                            "  pthread_t t[3];\n"
                            "  pthread_create(&t[0], NULL, look, NULL);\n"
                            "  for (int i = 1; i < 3; i++) pthread_create(&t[i], NULL, work, NULL);\n"
                            "  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);\n"
                            "  assert(shared < 10);\n"
                            "  return 0;\n"
                            "}\n";

static struct ir_program *load(const char *text) {
  char path[SCRATCH_BYTES];
  int file = mkstemps(scratch_name(path, "heddle-directed-XXXXXX.c"), 2);
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

/* Operations until the first failure is seen, or until all is explored: one failure. `changed`: what is said to have
   changed; NULL: nothing. */
static uint64_t explore(const struct ir_program *program, const uint8_t *changed, bool first) {
  struct explore_options options = {.config = {.strategy = STRATEGY_GUIDED,
                                               .checks = 1 << CHECK_ASSERT,
                                               .tests = TESTS_NONE,
                                               .prune = PRUNE_EXACT,
                                               .max_depth = 1000000,
                                               .stop_at_first_failure = first},
                                    .goal = {.ignore_races = true, .changed = changed}};
  struct smt_stats solver;
  struct result result = {0};
  explore_run(program, &options, NULL, &result, &solver);
  assert_int_equal(result.failures.count, 1);
  uint64_t events = result.stats.events;
  result_free(&result);
  return events;
}

static void comes_first(void **state) {
  (void)state;
  struct ir_program *program = load(early);
  const struct ir_function *look = &program->functions[ir_find_function(program, "look")];
  uint8_t *changed = mem_zalloc(program->nins + 1);
  for (uint32_t i = 0; i < look->nins; i++) changed[look->first_ins + i] = 1;
  uint64_t alone = explore(program, NULL, true), directed = explore(program, changed, true);
  print_message("operations to the failure: %llu alone, %llu directed\n", (unsigned long long)alone,
                (unsigned long long)directed);
  assert_true(4 * directed < alone);
  assert_int_equal(explore(program, changed, true), directed);
  uint64_t whole = explore(program, NULL, false), whole_directed = explore(program, changed, false);
  assert_true(2 * whole_directed < 3 * whole);
  free(changed);
  ir_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(comes_first)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
