/* Summaries: bounds on them change how much is explored and never the verdict; saved ones cut the next exploration at
   once, and are used only where they belong; a damaged file is noticed, whatever was damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "explore/explore.h"
#include "front/front.h"
#include "summary/store.h"
#include "../scratch.h"

static const char pairs[] =
    "#include <pthread.h>\n#include <assert.h>\nvolatile int x[6];\n"
    "void *r(void *p) { for (int i = 0; i < 6; i++) { int a = x[i]; assert(a == 0 || a == 10); } return p; }\n"
    "void *w(void *p) { for (int i = 0; i < 6; i++) x[i] = i == WRONG ? 11 : 10; return p; }\n"
    "int main(void) { pthread_t a, b; pthread_create(&a, 0, r, 0); pthread_create(&b, 0, w, 0);\n"
    "pthread_join(a, 0); pthread_join(b, 0); return 0; }\n";

static struct ir_program *compile(const char *flag) {
  char file[SCRATCH_BYTES];
  int fd = mkstemps(scratch_name(file, "heddle-summary-XXXXXX.c"), 2);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, pairs, sizeof pairs - 1), (ssize_t)sizeof pairs - 1);
  close(fd);
  const char *input = file, *flags[] = {"-w", flag};
  struct front_request request = {.inputs = &input, .ninputs = 1, .cflags = flags, .ncflags = 2};
  struct ir_program *program = front_load(&request);
  unlink(file);
  assert_non_null(program);
  return program;
}

static struct explore_options standard(void) {
  struct explore_options o = {.config = {.strategy = STRATEGY_GUIDED,
                                         .prune = PRUNE_CONDITIONS,
                                         .tests = TESTS_NONE,
                                         .program_name = "pairs",
                                         .checks = CHECKS_STANDARD}};
  return o;
}

struct seen {
  enum result_verdict verdict;
  struct result_runs runs;
  struct summary_stats summaries;
  bool noted;
  char note[256];
};

static struct seen explore(const struct ir_program *program, const struct explore_options *options) {
  struct result result = {0};
  struct smt_stats solver;
  explore_run(program, options, NULL, &result, &solver);
  struct seen seen = {.verdict = result.verdict,
                      .runs = result.runs,
                      .summaries = result.stats.summaries,
                      .noted = result.notes.count > 0};
  if (seen.noted) snprintf(seen.note, sizeof seen.note, "%s", result.notes.data[0]);
  result_free(&result);
  return seen;
}

/* ---- bounds ---- */

static void few_summaries(void **state) {
  (void)state;
  struct ir_program *program = compile("-DWRONG=6");
  struct explore_options options = standard();
  struct seen all = explore(program, &options);
  assert_int_equal(all.verdict, VERDICT_SAFE);
  uint64_t runs = all.runs.full + all.runs.partial;
  assert_int_equal(runs, 27); /* one for each position of the two threads that is new or known */
  assert_int_equal(all.summaries.dropped, 0);
  for (options.config.max_summaries = 1; options.config.max_summaries < 12; options.config.max_summaries++) {
    struct seen few = explore(program, &options);
    assert_int_equal(few.verdict, VERDICT_SAFE);
    assert_true(few.summaries.dropped > 0);
    assert_true(few.runs.full + few.runs.partial >= runs);
  }
  options = standard();
  options.config.max_formula = 1; /* nothing is that small */
  struct seen none = explore(program, &options);
  assert_int_equal(none.verdict, VERDICT_SAFE);
  assert_true(none.runs.full > runs && !none.runs.partial);
  assert_int_equal(none.summaries.cut, 0);
  ir_free(program);
}

static void failure_under_bounds(void **state) {
  (void)state;
  struct ir_program *program = compile("-DWRONG=3");
  struct explore_options options = standard();
  for (options.config.max_summaries = 0; options.config.max_summaries < 12; options.config.max_summaries++)
    assert_int_equal(explore(program, &options).verdict, VERDICT_UNSAFE);
  ir_free(program);
}

static void little_memory(void **state) {
  (void)state;
  struct ir_program *safe = compile("-DWRONG=6"), *unsafe = compile("-DWRONG=3");
  struct explore_options options = standard();
  options.config.summary_memory_kib = 1; /* everything is dropped again and again */
  struct seen seen = explore(safe, &options);
  assert_int_equal(seen.verdict, VERDICT_SAFE);
  assert_true(seen.summaries.emptied > 0);
  assert_true(seen.runs.full + seen.runs.partial >= 7);
  assert_int_equal(explore(unsafe, &options).verdict, VERDICT_UNSAFE);
  ir_free(safe);
  ir_free(unsafe);
}

/* ---- files ---- */

static char path[SCRATCH_BYTES];

static int make_path(void **state) {
  (void)state;
  int fd = mkstemp(scratch_name(path, "heddle-summary-XXXXXX"));
  return fd < 0 || close(fd);
}

static int remove_path(void **state) {
  (void)state;
  return unlink(path);
}

static uint8_t *read_all(size_t *bytes) {
  FILE *in = fopen(path, "rb");
  assert_non_null(in);
  fseek(in, 0, SEEK_END);
  *bytes = (size_t)ftell(in);
  rewind(in);
  uint8_t *image = malloc(*bytes);
  assert_int_equal(fread(image, 1, *bytes, in), *bytes);
  fclose(in);
  return image;
}

static void write_all(const uint8_t *image, size_t bytes) {
  FILE *out = fopen(path, "wb");
  assert_non_null(out);
  assert_int_equal(fwrite(image, 1, bytes, out), bytes);
  fclose(out);
}

static void save(const struct ir_program *program, const struct explore_options *wanted) {
  struct explore_options options = *wanted;
  options.output.save_summaries = path;
  explore(program, &options);
}

static struct seen load(const struct ir_program *program, const struct explore_options *wanted) {
  struct explore_options options = *wanted;
  options.reuse.load_summaries = path;
  return explore(program, &options);
}

static void cuts_at_once(void **state) {
  (void)state;
  struct ir_program *program = compile("-DWRONG=6");
  struct explore_options options = standard();
  save(program, &options);
  struct seen again = load(program, &options);
  assert_int_equal(again.verdict, VERDICT_SAFE);
  assert_false(again.noted);
  assert_true(again.summaries.loaded > 0);
  assert_int_equal(again.runs.full, 0);
  assert_int_equal(again.runs.partial, 1);
  ir_free(program);
}

static void failure_is_found_again(void **state) {
  (void)state;
  struct ir_program *program = compile("-DWRONG=3");
  struct explore_options options = standard();
  save(program, &options);
  struct seen again = load(program, &options);
  assert_int_equal(again.verdict, VERDICT_UNSAFE);
  assert_false(again.noted);
  ir_free(program);
}

static void refused(const struct ir_program *program, const struct explore_options *options, const char *why) {
  struct seen seen = load(program, options);
  assert_true(seen.noted);
  assert_non_null(strstr(seen.note, why));
  assert_int_equal(seen.summaries.loaded, 0);
}

static void only_where_they_belong(void **state) {
  (void)state;
  struct ir_program *safe = compile("-DWRONG=6"), *unsafe = compile("-DWRONG=3");
  struct explore_options options = standard();
  save(safe, &options);
  refused(unsafe, &options, "another program");
  assert_int_equal(load(unsafe, &options).verdict, VERDICT_UNSAFE);
  options.config.checks |= 1u << CHECK_OVERFLOW;
  refused(safe, &options, "fewer checks");
  options = standard();
  options.config.checks &= ~(1u << CHECK_DEADLOCK); /* made with more checks */
  assert_int_equal(load(safe, &options).runs.full, 0);
  options = standard();
  options.config.max_depth = 1000;
  refused(safe, &options, "other limits");
  options = standard();
  options.config.malloc_may_fail = true;
  refused(safe, &options, "other limits or inputs");
  ir_free(safe);
  ir_free(unsafe);
}

static void damage_is_noticed(void **state) {
  (void)state;
  struct ir_program *program = compile("-DWRONG=6");
  struct explore_options options = standard();
  size_t bytes;
  save(program, &options);
  uint8_t *image = read_all(&bytes);
  for (size_t at = 0; at < bytes; at += at < sizeof(struct store_header) ? 1 : 61) {
    if (at >= offsetof(struct store_header, checks) && at < offsetof(struct store_header, program))
      continue; /* more checks: good */
    image[at] ^= 0x40;
    write_all(image, bytes);
    image[at] ^= 0x40;
    refused(program, &options, "not used");
  }
  for (size_t length = 0; length < bytes; length += 97) {
    write_all(image, length);
    refused(program, &options, "not used");
  }
  free(image);
  ir_free(program);
}

/* With a hash that fits, only the checks of every number are left: nothing may crash. UNIT_LONG: thrice as many. */
static void every_number_is_checked(void **state) {
  (void)state;
  static const uint8_t changes[] = {0x01, 0x80, 0xff};
  struct ir_program *program = compile("-DWRONG=6");
  struct explore_options options = standard();
  size_t bytes, head = sizeof(struct store_header);
  uint32_t bad = 0, tried = 0;
  save(program, &options);
  uint8_t *image = read_all(&bytes);
  for (size_t at = head; at < bytes; at += getenv("UNIT_LONG") ? 19 : 59)
    for (unsigned i = 0; i < sizeof changes; i++) {
      image[at] ^= changes[i];
      uint64_t hash = hash_bytes(image + head, bytes - head);
      memcpy(image + offsetof(struct store_header, hash), &hash, sizeof hash);
      write_all(image, bytes);
      image[at] ^= changes[i];
      bad += load(program, &options).noted;
      tried++;
    }
  assert_true(bad > tried / 10);
  free(image);
  ir_free(program);
}

int main(void) {
  const struct CMUnitTest bounds[] = {cmocka_unit_test(few_summaries), cmocka_unit_test(failure_under_bounds),
                                      cmocka_unit_test(little_memory)};
  const struct CMUnitTest files[] = {cmocka_unit_test(cuts_at_once), cmocka_unit_test(failure_is_found_again),
                                     cmocka_unit_test(only_where_they_belong), cmocka_unit_test(damage_is_noticed),
                                     cmocka_unit_test(every_number_is_checked)};
  int failed = cmocka_run_group_tests_name("bounds", bounds, NULL, NULL);
  return failed + cmocka_run_group_tests_name("files", files, make_path, remove_path);
}
