/* Keys: what does the same has the same key, what may do something else has another. Saved results: what was found
   comes back with its places, also in a program whose lines moved; no bytes whatever are taken for a result that
   contradicts itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "explore/explore.h"
#include "front/front.h"
#include "store/program_key.h"
#include "store/saved_result.h"
#include "util/map.h"
#include "../scratch.h"

static char directory[SCRATCH_BYTES];

static int make_directory(void **state) {
  (void)state;
  return mkdtemp(scratch_name(directory, "heddle-saved-XXXXXX")) ? 0 : 1;
}
static int remove_directory(void **state) {
  (void)state;
  char command[SCRATCH_BYTES + 16];
  snprintf(command, sizeof command, "rm -rf '%s'", directory);
  return system(command);
}

static struct ir_program *compile(const char *name, const char *text) {
  char file[SCRATCH_BYTES + 64];
  snprintf(file, sizeof file, "%s/%s", directory, name);
  FILE *out = fopen(file, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
  const char *input = file, *flags[] = {"-w"};
  struct front_request request = {.inputs = &input, .ninputs = 1, .cflags = flags, .ncflags = 1};
  struct ir_program *program = front_load(&request);
  assert_non_null(program);
  return program;
}

static struct store_key key_of(const char *name, const char *text) {
  struct ir_program *program = compile(name, text);
  struct store_key key = program_key_of(program);
  ir_free(program);
  return key;
}

static bool equal(struct store_key a, struct store_key b) { return a.low == b.low && a.high == b.high; }

/* ---- keys ---- */

static const char base[] =
    "#include <assert.h>\n#include <heddle.h>\n#include <string.h>\n"
    "struct pair { int first; char second; };\n"
    "static struct pair table[3] = {{1, 2}, {3, 4}};\nint limit = 10;\nconst char *word = \"abc\";\n"
    "static int half(int n) { int result = n / 2; return result; }\n"
    "int main(void) {\n  int input;\n  char text[8] = \"x\";\n  heddle_symbolic(&input, sizeof input, \"input\");\n"
    "  for (int i = 0; i < 3; i++)\n    if (table[i].first == input) limit += half(input);\n"
    "  assert(limit < 12);\n  return strlen(text) + word[0];\n}\n";

static char *replaced(const char *from, const char *to) {
  static char text[4096];
  const char *at = strstr(base, from);
  assert_non_null(at);
  snprintf(text, sizeof text, "%.*s%s%s", (int)(at - base), base, to, at + strlen(from));
  return text;
}

static void same_key(void **state) {
  (void)state;
  static const char *const edits[][2] = {
      {"int main", "\n\n/* a comment */\n\n\n\nint main"},
      {"  for (int i = 0; i < 3; i++)\n    if", "  for (int i = 0;\n     i < 3; i++) if"},
      {"int result = n / 2; return result;", "int answer = n / 2; return answer;"},
      {"int half(int n) { int result = n / 2; return result; }",
       "int half(int m) { int result = m / 2;\nreturn result; }"},
      {"  assert(limit", "\n\n\n  // moved\n  assert(limit"},
      {"#include <string.h>", "#include <string.h>\n#include <stdbool.h>\n#define UNUSED 3"},
  };
  struct store_key key = key_of("base.c", base);
  assert_true(equal(key, key_of("base.c", base)));
  assert_true(equal(key, key_of("another_name_that_is_longer.c", base)));
  for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
    if (!equal(key, key_of("base.c", replaced(edits[i][0], edits[i][1])))) fail_msg("edit %zu changed the key", i);
}

static void other_key(void **state) {
  (void)state;
  static const char *const edits[][2] = {
      {"limit < 12", "limit < 13"},
      {"limit < 12", "limit <= 12"},
      {"n / 2", "n / 3"},
      {"{3, 4}", "{3, 5}"},
      {"int limit = 10", "int limit = 9"},
      {"int limit = 10", "long limit = 10"},
      {"char second", "long second"},
      {"\"abc\"", "\"bbc\""},
      {"\"input\"", "\"inputs\""},
      {"\"x\"", "\"y\""},
      {"i < 3", "i < 2"},
      {"input)", "limit)"},
      {"limit += ", "limit -= "},
      {"text[8]", "text[9]"},
      {"int limit = 10", "volatile int limit = 10"},
      {"int limit = 10", "_Thread_local int limit = 10"},
  };
  struct store_key seen[1 + sizeof edits / sizeof *edits] = {key_of("base.c", base)};
  for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
    seen[i + 1] = key_of("base.c", replaced(edits[i][0], edits[i][1]));
    for (size_t k = 0; k <= i; k++)
      if (equal(seen[k], seen[i + 1])) fail_msg("edits %zu and %zu have the same key", k, i + 1);
  }
}

/* A text that somebody looks at besides the assertion counts, and so does the place where __assert_fail is the
   user's. */
static void looked_at(void **state) {
  (void)state;
  const char used[] =
      "#include <assert.h>\nint x;\nint main(void) { assert(x == 0);\nreturn __FILE__[0] + __LINE__; }\n";
  assert_false(equal(key_of("a.c", used), key_of("b.c", used)));
  const char own[] =
      "extern void exit(int);\nvoid __assert_fail(const char *e, const char *f, unsigned l, const char *g) { exit(l "
      "% 2); }\n"
      "int x;\nint main(void) { if (x) __assert_fail(\"\", \"\", LINE, \"\"); return 0; }\n";
  char one[400], two[400];
  snprintf(one, sizeof one, "#define LINE 1\n%s", own);
  snprintf(two, sizeof two, "#define LINE 2\n%s", own);
  assert_false(equal(key_of("own.c", one), key_of("own.c", two)));
}

static void keys_of_options(void **state) {
  (void)state;
  const char *arguments[] = {"a", "b"}, *others[] = {"a", "c"}, *joined[] = {"ab"};
  struct ir_function entries[] = {{.nparams = 0}, {.nparams = 2}};
  struct ir_program blind = {.functions = entries, .nfunctions = 2},
                    seeing = {.functions = entries, .nfunctions = 2, .entry = 1};
  struct explore_config plain = {.program_name = "p"};
  struct explore_config all[] = {
      plain,
      {.program_name = "q"},
      {.program_name = "p", .unwind = 3},
      {.program_name = "p", .max_depth = 3},
      {.program_name = "p", .max_steps = 3},
      {.program_name = "p", .sym_stdin = 3},
      {.program_name = "p", .symbolic_rand = true},
      {.program_name = "p", .malloc_may_fail = true},
      {.program_name = "p", .malloc = MALLOC_REUSE},
      {.program_name = "p", .spurious_wakeups = true},
      {.program_name = "p", .unknown_functions = EXTERN_INPUT},
      {.program_name = "p", .sym_args_max = 2, .sym_args_len = 1},
      {.program_name = "p", .sym_args_max = 1, .sym_args_len = 2},
      {.program_name = "p", .arguments = arguments, .narguments = 2},
      {.program_name = "p", .arguments = others, .narguments = 2},
      {.program_name = "p", .arguments = joined, .narguments = 1},
      {.program_name = "p", .stdin_file = "/etc/hostname"},
  };
  size_t count = sizeof all / sizeof *all;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < count; k++)
      assert_int_equal(equal(program_key_of_inputs(&seeing, &all[i]), program_key_of_inputs(&seeing, &all[k])), i == k);
  struct explore_config timed = {
      .program_name = "p", .timeout_seconds = 5, .max_runs = 7, .tests = TESTS_NONE, .strategy = STRATEGY_GUIDED};
  assert_true(equal(program_key_of_inputs(&seeing, &plain), program_key_of_inputs(&seeing, &timed)));
  assert_true(
      equal(program_key_of_inputs(&blind, &all[0]), program_key_of_inputs(&blind, &all[1]))); /* nobody sees the name */
  assert_false(equal(program_key_of_inputs(&blind, &all[0]), program_key_of_inputs(&blind, &all[2])));
  struct store_key program = {1, 2};
  timed.checks = 5;
  assert_true(
      equal(program_key_of_run(&seeing, program, &plain, false), program_key_of_run(&seeing, program, &timed, false)));
  assert_false(
      equal(program_key_of_run(&seeing, program, &plain, true), program_key_of_run(&seeing, program, &timed, true)));
  assert_false(equal(program_key_of_run(&seeing, program, &plain, true),
                     program_key_of_run(&seeing, (struct store_key){2, 1}, &plain, true)));
  assert_false(equal(program_key_of_engine(), (struct store_key){0, 0})); /* the linker left its note */
}

/* ---- results ---- */

static const char threads[] =
    "#include <assert.h>\n#include <pthread.h>\n%s"
    "int x, y;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
    "void *other(void *p) {\n  y = 1;\n  pthread_mutex_lock(&n);\n  pthread_mutex_lock(&m);\n  x = 1;\n"
    "  pthread_mutex_unlock(&m);\n  pthread_mutex_unlock(&n);\n  return p;\n}\n"
    "int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, other, 0);\n  y = 2;\n  pthread_mutex_lock(&m);\n"
    "  pthread_mutex_lock(&n);\n"
    "  assert(x == 0);\n  pthread_mutex_unlock(&n);\n  pthread_mutex_unlock(&m);\n  pthread_join(t, 0);\n"
    "  return 0;\n}\n";

static struct ir_program *compile_threads(const char *between) {
  char text[2000];
  snprintf(text, sizeof text, threads, between);
  return compile("threads.c", text);
}

static void explore(const struct ir_program *program, enum explore_strategy strategy, struct saved_result *saved) {
  struct explore_options options = {.config.strategy = strategy,
                                    .config.tests = TESTS_NONE,
                                    .config.program_name = "threads",
                                    .config.checks = 1u << CHECK_ASSERT | 1u << CHECK_DEADLOCK | 1u << CHECK_RACE};
  struct result result = {0};
  struct smt_stats solver;
  explore_run(program, &options, NULL, &result, &solver);
  saved_result_make(saved, program, options.config.checks, &result);
  result_free(&result);
}

static uint32_t line_of(const struct ir_program *p, const struct saved_site *site) {
  uint32_t ins = saved_site_find(p, site);
  assert_true(ins != IR_NONE);
  return p->locs[p->ins[ins].loc].line;
}

static const struct saved_failure *failure_of(const struct saved_result *saved, enum failure_kind kind) {
  const struct saved_failure *found = NULL;
  for (uint32_t i = 0; i < saved->nfailures; i++)
    if (saved->failures[i].kind == kind) {
      assert_null(found);
      found = &saved->failures[i];
    }
  assert_non_null(found);
  return found;
}

static void check_found(const struct saved_result *saved, const struct ir_program *p, uint32_t moved) {
  assert_int_equal(saved->verdict, VERDICT_UNSAFE);
  assert_true(saved->complete);
  assert_true(saved->runs.full > 1);
  assert_int_equal(saved->nfailures, 3);
  const struct saved_failure *assertion = failure_of(saved, FAILURE_ASSERT);
  assert_string_equal(assertion->message, "assertion failed: x == 0");
  assert_string_equal(assertion->thread, "main");
  assert_string_equal(assertion->site.function, "main");
  assert_int_equal(line_of(p, &assertion->site), 20 + moved);
  assert_int_equal(assertion->nfurther, 0);
  const struct saved_failure *deadlock = failure_of(saved, FAILURE_DEADLOCK);
  assert_int_equal(line_of(p, &deadlock->site), 19 + moved);
  assert_int_equal(deadlock->nfurther, 2);
  assert_int_equal(line_of(p, &deadlock->further[0]) + line_of(p, &deadlock->further[1]), 19 + 8 + 2 * moved);
  const struct saved_failure *race = failure_of(saved, FAILURE_RACE);
  assert_int_equal(race->nfurther, 1);
  assert_int_equal(line_of(p, &race->site) + line_of(p, &race->further[0]), 6 + 17 + 2 * moved);
}

/* The run that shows a failure comes back too: replayed, it shows it. */
static void check_shown(const struct saved_result *saved, const struct ir_program *p) {
  struct explore_options options = {
      .config = {.tests = TESTS_NONE, .program_name = "threads", .checks = saved->checks}};
  for (uint32_t i = 0; i < saved->nfailures; i++) {
    const struct saved_failure *f = &saved->failures[i];
    struct result_failure run = {.kind = f->kind, .inputs = f->inputs, .ninputs = f->ninputs, .schedule = f->schedule};
    struct result seen = {0};
    struct ktest test;
    bool shown = false;
    explore_test_of(&run, &test);
    struct explore_replay_request replay = {
        .test = &test, .kind = failure_kind_text(f->kind), .by_site = true, .site = saved_site_find(p, &f->site)};
    explore_replay(p, &options, &replay, &seen);
    for (uint32_t k = 0; k < seen.failures.count; k++)
      shown |= seen.failures.data[k].kind == f->kind && seen.failures.data[k].site == replay.site;
    assert_false(replay.diverged);
    assert_true(shown);
    result_free(&seen);
    ktest_free(&test);
  }
}

static void results_come_back(void **state) {
  (void)state;
  struct ir_program *program = compile_threads(""), *later = compile_threads("/* one */\n/* two */\n");
  assert_true(equal(program_key_of(program), program_key_of(later)));
  for (enum explore_strategy strategy = STRATEGY_NAIVE; strategy <= STRATEGY_GUIDED; strategy++) {
    struct saved_result saved, back;
    explore(program, strategy, &saved);
    check_found(&saved, program, 0);
    struct store_blob blob = saved_result_write(&saved);
    assert_true(saved_result_read(&back, blob.bytes, blob.size));
    check_found(&back, program, 0);
    check_found(&back, later, 2);
    check_shown(&back, program);
    check_shown(&back, later);
    assert_int_equal(back.runs.full, saved.runs.full);
    assert_int_equal(back.checks, saved.checks);
    assert_true(back.seconds == saved.seconds);
    free(blob.bytes);
    saved_result_free(&saved);
    saved_result_free(&back);
  }
  ir_free(program);
  ir_free(later);
}

static void sites_that_are_not(void **state) {
  (void)state;
  struct ir_program *program = compile_threads("");
  assert_true(saved_site_find(program, &(struct saved_site){"nobody", 0}) == IR_NONE);
  assert_true(saved_site_find(program, &(struct saved_site){"", 0}) == IR_NONE);
  assert_true(saved_site_find(program, &(struct saved_site){"main", 0}) != IR_NONE);
  assert_true(saved_site_find(program, &(struct saved_site){"main", 100000}) == IR_NONE);
  ir_free(program);
}

/* Every byte changed, every length: read or refused, and what is read makes sense. */
static void any_bytes(void **state) {
  (void)state;
  struct ir_program *program = compile_threads("");
  struct saved_result saved, back;
  explore(program, STRATEGY_DPOR, &saved);
  struct store_blob blob = saved_result_write(&saved);
  uint8_t *bytes = blob.bytes;
  unsigned refused = 0;
  for (size_t size = 0; size < blob.size; size++) assert_false(saved_result_read(&back, bytes, size));
  for (size_t at = 0; at < blob.size; at++)
    for (unsigned bit = 0; bit < 8; bit++) {
      bytes[at] ^= (uint8_t)(1u << bit);
      if (!saved_result_read(&back, bytes, blob.size)) refused++;
      else assert_int_equal(back.verdict, VERDICT_UNSAFE);
      for (uint32_t i = 0; i < back.nfailures; i++) saved_site_find(program, &back.failures[i].site);
      saved_result_free(&back);
      bytes[at] ^= (uint8_t)(1u << bit);
    }
  assert_true(refused > blob.size);
  free(blob.bytes);
  saved_result_free(&saved);
  ir_free(program);
}

static void complete_ones_stay(void **state) {
  (void)state;
  char path[SCRATCH_BYTES + 64], why[600];
  const char *reasons[] = {"the time limit was reached"};
  struct store_key key = {3, 4};
  struct saved_result back, complete = {.verdict = VERDICT_SAFE, .complete = true, .runs.full = 10};
  struct saved_result cut = {.verdict = VERDICT_INCOMPLETE, .runs.full = 5, .reasons = reasons, .nreasons = 1};
  snprintf(path, sizeof path, "%s/store.db", directory);
  struct store *store = store_open(path, false, why, sizeof why);
  assert_non_null(store);
  assert_false(saved_result_get(store, key, &back));
  assert_true(saved_result_put(store, key, &cut));
  assert_true(saved_result_get(store, key, &back));
  assert_false(back.complete);
  assert_string_equal(back.reasons[0], reasons[0]);
  saved_result_free(&back);
  assert_true(saved_result_put(store, key, &complete));
  assert_true(saved_result_put(store, key, &cut));
  assert_true(saved_result_get(store, key, &back));
  assert_true(back.complete);
  assert_int_equal(back.runs.full, 10);
  saved_result_free(&back);
  assert_true(store_put(store, STORE_RESULT, key, "nonsense", 8));
  assert_false(saved_result_get(store, key, &back));
  assert_true(saved_result_put(store, key, &cut));
  assert_true(saved_result_get(store, key, &back));
  saved_result_free(&back);
  store_close(store);
}

int main(void) {
  const struct CMUnitTest keys[] = {cmocka_unit_test(same_key), cmocka_unit_test(other_key),
                                    cmocka_unit_test(looked_at), cmocka_unit_test(keys_of_options)};
  const struct CMUnitTest results[] = {cmocka_unit_test(results_come_back), cmocka_unit_test(sites_that_are_not),
                                       cmocka_unit_test(any_bytes), cmocka_unit_test(complete_ones_stay)};
  int failed = cmocka_run_group_tests_name("keys", keys, make_directory, NULL);
  return failed + cmocka_run_group_tests_name("results", results, NULL, remove_directory);
}
