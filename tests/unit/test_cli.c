/* Tests of the command line: what options mean, what is said about wrong ones, help, and the output directory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/help.h"
#include "job/job.h"
#include "job/output.h"
#include "job/program.h"
#include "util/suggest.h"
#include "suite/meta.h"
#include "../scratch.h"

enum { MOST_WORDS = 8 };

/* ---- options ---- */

static bool read_words(struct cli_options *options, enum options_command command, const char *const *words) {
  uint32_t count = 0;
  while (count < MOST_WORDS && words[count]) count++;
  return options_read(options, command, words, count);
}

#define READ(options, ...) read_words(options, OPTIONS_RUN, (const char *const[MOST_WORDS]){__VA_ARGS__})

static void wrong_options_are_explained(void **state) {
  (void)state;
  static const struct {
    enum options_command command;
    const char *word, *error;
  } cases[] = {
      {OPTIONS_RUN, "--tiemout=3", "unknown option --tiemout; did you mean --timeout?"},
      {OPTIONS_RUN, "--zzzzzzzzz", "unknown option --zzzzzzzzz"},
      {OPTIONS_RUN, "-Ifoo", "unknown option -Ifoo; compiler flags go after --"},
      {OPTIONS_RUN, "--timeout", "option --timeout needs a value: --timeout=SECONDS"},
      {OPTIONS_RUN, "--timeout=", "--timeout=: not a number of seconds"},
      {OPTIONS_RUN, "--timeout=1.2.3", "--timeout=1.2.3: not a number of seconds"},
      {OPTIONS_RUN, "--timeout=nan", "--timeout=nan: not a number of seconds"},
      {OPTIONS_RUN, "--timeout=-1", "--timeout=-1: not a number of seconds"},
      {OPTIONS_RUN, "--max-runs=12x", "--max-runs=12x: not a whole number between 0 and 18446744073709551615"},
      {OPTIONS_RUN, "--max-runs=18446744073709551616",
       "--max-runs=18446744073709551616: not a whole number between 0 and 18446744073709551615"},
      {OPTIONS_RUN, "--unwind=4294967296", "--unwind=4294967296: not a whole number between 0 and 4294967295"},
      {OPTIONS_RUN, "--quiet=1", "option --quiet takes no value"},
      {OPTIONS_RUN, "--out=", "--out=DIR: the value is empty"},
      {OPTIONS_RUN, "--json=", "--json[=FILE]: the value is empty"},
      {OPTIONS_RUN, "--tests=all", "--tests=all: must be one of runs|failures|paths|none"},
      {OPTIONS_RUN, "--check=asert", "--check: unknown check 'asert'; did you mean 'assert'?"},
      {OPTIONS_RUN, "--check=", "--check: unknown check ''; see heddle run --help"},
      {OPTIONS_RUN, "--check=assert,", "--check: unknown check ''; see heddle run --help"},
      {OPTIONS_RUN, "--sym-args=1", "--sym-args=1: expected MIN,MAX,LEN or N,LEN"},
      {OPTIONS_RUN, "--sym-args=1,2,3,4", "--sym-args=1,2,3,4: expected MIN,MAX,LEN or N,LEN"},
      {OPTIONS_RUN, "--sym-args=1,,3", "--sym-args=1,,3: expected MIN,MAX,LEN or N,LEN"},
      {OPTIONS_RUN, "--sym-args=3,2,1", "--sym-args=3,2,1: MIN is greater than MAX"},
      {OPTIONS_RUN, "--dump=ir,x",
       "--dump: unknown part 'x'; there are ir,static,change,expr,paths,queries,schedule,summaries"},
      {OPTIONS_RUN, "--dump=change", "--dump=change: only heddle check has two versions"},
      {OPTIONS_RUN, "--args='a b", "--args='a b: a quote is not closed"},
      {OPTIONS_REPLAY, "--unwind=3", "option --unwind is not for heddle replay"},
      {OPTIONS_RUN, "--version", "option --version is not for heddle run"},
      {OPTIONS_ALONE, "--quiet", "option --quiet is not for heddle"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct cli_options options;
    assert_false(options_read(&options, cases[i].command, &cases[i].word, 1));
    assert_string_equal(options.error, cases[i].error);
    options_free(&options);
  }
}

static void combinations_are_checked(void **state) {
  (void)state;
  struct cli_options options;
  assert_false(READ(&options, "--json", "--show-output"));
  options_free(&options);
  assert_false(READ(&options, "--stdin=a", "--sym-stdin=1"));
  options_free(&options);
  assert_true(READ(&options, "--json=f", "--show-output"));
  options_free(&options);
}

static void defaults_are_those_of_the_table(void **state) {
  (void)state;
  struct cli_options options;
  assert_true(READ(&options, "a.c"));
  assert_int_equal(options.words.count, 1);
#define X(name, text, standard, local, what)                                                                           \
  assert_int_equal(options.explore.config.checks >> CHECK_##name & 1, standard);
  EXPLORE_CHECKS(X)
#undef X
  assert_int_equal(options.explore.config.strategy, STRATEGY_GUIDED);
  assert_int_equal(options.explore.config.tests, TESTS_FAILURES);
  assert_int_equal(options.level, REPORT_NORMAL);
  assert_int_equal(options.recorded.count, 0);
  options_free(&options);
}

static void values_arrive(void **state) {
  (void)state;
  struct cli_options options;
  assert_true(READ(&options, "--timeout=2.5", "--max-runs=18446744073709551615", "--tests=none", "--strategy=dpor",
                   "--rand=input", "--data-model=32", "--unknown=input", "--json"));
  assert_true(options.explore.config.timeout_seconds == 2.5);
  assert_true(options.explore.config.max_runs == UINT64_MAX);
  assert_int_equal(options.explore.config.tests, TESTS_NONE);
  assert_int_equal(options.explore.config.strategy, STRATEGY_DPOR);
  assert_true(options.explore.config.symbolic_rand && options.data_model_32 && options.json);
  assert_null(options.json_file);
  assert_int_equal(options.explore.config.unknown_functions, EXTERN_INPUT);
  assert_int_equal(options.recorded.count, 3);
  assert_string_equal(options.recorded.data[1], "--data-model=32");
  options_free(&options);
  assert_true(READ(&options, "--sym-args=2,7", "--dump=ir,queries", "--verbose", "a.c", "--", "-O2", "--quiet"));
  assert_int_equal(options.explore.config.sym_args_min, 2);
  assert_int_equal(options.explore.config.sym_args_max, 2);
  assert_int_equal(options.explore.config.sym_args_len, 7);
  assert_true(options.dump_ir && options.explore.config.dump_queries && !options.explore.config.dump_paths);
  assert_int_equal(options.level, REPORT_VERBOSE); /* what follows -- is not ours */
  assert_int_equal(options.cflags.count, 2);
  assert_string_equal(options.cflags.data[0], "-O2");
  options_free(&options);
}

/* "--name value" is "--name=value", also in what tests record; a flag takes nothing. */
static void values_may_be_words_of_their_own(void **state) {
  (void)state;
  struct cli_options options;
  assert_true(READ(&options, "--timeout", "2.5", "--entry", "go", "--stats", "a.c", "--color", "never"));
  assert_true(options.explore.config.timeout_seconds == 2.5 && options.stats);
  assert_string_equal(options.entry, "go");
  assert_string_equal(options.recorded.data[0], "--entry=go");
  assert_int_equal(options.colour, COLOUR_NEVER);
  assert_int_equal(options.words.count, 1);
  options_free(&options);
  assert_true(READ(&options, "--json", "a.c")); /* its value is optional: only with = */
  assert_null(options.json_file);
  assert_int_equal(options.words.count, 1);
  options_free(&options);
  assert_false(READ(&options, "--timeout", "--stats"));
  assert_string_equal(options.error, "option --timeout needs a value: --timeout=SECONDS");
  options_free(&options);
}

static uint32_t checks_after(const char *word) {
  struct cli_options options;
  assert_true(READ(&options, word));
  uint32_t checks = options.explore.config.checks;
  options_free(&options);
  return checks;
}

static void checks_are_added_removed_replaced(void **state) {
  (void)state;
  struct cli_options options;
  assert_true(READ(&options, "a.c"));
  uint32_t standard = options.explore.config.checks;
  options_free(&options);
  assert_int_equal(checks_after("--check=race,leak"), 1u << CHECK_RACE | 1u << CHECK_LEAK);
  assert_int_equal(checks_after("--check=+leak"), standard | 1u << CHECK_LEAK);
  assert_int_equal(checks_after("--check=-abort,+leak"), (standard & ~(1u << CHECK_ABORT)) | 1u << CHECK_LEAK);
  assert_int_equal(checks_after("--check=all"), (1u << CHECK_COUNT) - 1);
  assert_int_equal(checks_after("--check=all,-race"), ((1u << CHECK_COUNT) - 1) & ~(1u << CHECK_RACE));
}

static void arguments_are_split_like_a_shell_does(void **state) {
  (void)state;
  static const char *const wanted[] = {"first one", "a", "b c", "d\"e", "it's", "x y", "", "f"};
  struct cli_options options;
  assert_true(READ(&options, "--arg=first one", "--args= a 'b c'  d\\\"e it\\'s x\" \"y '' f "));
  assert_int_equal(options.explore.config.narguments, sizeof wanted / sizeof *wanted);
  for (uint32_t i = 0; i < options.explore.config.narguments; i++)
    assert_string_equal(options.explore.config.arguments[i], wanted[i]);
  options_free(&options);
}

static void tests_bring_only_recorded_options(void **state) {
  (void)state;
  assert_true(options_is_recorded("--sym-stdin=3"));
  assert_true(options_is_recorded("--malloc-fails"));
  assert_false(options_is_recorded("--save-bitcode=x"));
  assert_false(options_is_recorded("--json=x"));
  assert_false(options_is_recorded("--nothing"));
  assert_false(options_is_recorded("file.c"));
  assert_false(options_is_recorded("--"));
  assert_false(options_is_recorded(""));
}

static void suggestions_are_near(void **state) {
  (void)state;
  struct suggest suggest;
  suggest_begin(&suggest, "rnu", 3);
  suggest_offer(&suggest, "replay");
  assert_null(suggest.best);
  suggest_offer(&suggest, "run");
  assert_string_equal(suggest.best, "run");
  assert_int_equal(suggest.distance, 1); /* a swap is one edit */
}

/* ---- help ---- */

static char *printed(void (*print)(FILE *out, const char *command), const char *command) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  print(out, command);
  fclose(out);
  return text;
}

static void help_adapter(FILE *out, const char *command) { assert_true(help_command(out, command)); }

/* One name may have a row for each of several commands, with other words. */
static uint32_t rows_of(const struct option_row *like, enum options_command command) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < noption_rows; i++) {
    const struct option_row *row = &option_rows[i];
    count += !row->group && row->commands & command && !strcmp(row->name, like->name) &&
             !strcmp(row->argument, like->argument);
  }
  return count;
}

/* Of a whole word. */
static uint32_t times_in(const char *text, const char *part) {
  uint32_t count = 0;
  for (const char *at = text; (at = strstr(at, part)); at++)
    count += at[strlen(part)] == ' ' || at[strlen(part)] == '\n';
  return count;
}

static void help_shows_every_option_once(void **state) {
  (void)state;
  static const struct {
    const char *name;
    enum options_command command;
  } commands[] = {{"run", OPTIONS_RUN},         {"replay", OPTIONS_REPLAY}, {"check", OPTIONS_CHECK},
                  {"augment", OPTIONS_AUGMENT}, {"diff", OPTIONS_DIFF},     {"report", OPTIONS_REPORT}};
  for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
    char *text = printed(help_adapter, commands[k].name);
    for (uint32_t i = 0; i < noption_rows; i++) {
      const struct option_row *row = &option_rows[i];
      if (row->group) continue;
      char line[128];
      snprintf(line, sizeof line, "\n  --%s%s", row->name, row->argument);
      uint32_t rows = rows_of(row, commands[k].command);
      if (rows > 1 || times_in(text, line) != rows) fail_msg("--%s", row->name);
    }
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) assert_true(strcspn(line, "\n") <= 120);
    free(text);
  }
}

static void man_adapter(FILE *out, const char *command) {
  (void)command;
  help_man(out);
}

static void man_page_shows_every_option(void **state) {
  (void)state;
  char *text = printed(man_adapter, "");
  assert_int_equal(strncmp(text, ".TH HEDDLE 1", 12), 0);
  uint32_t entries = 0, options = 0;
  for (const char *at = text; (at = strstr(at, ".TP\n\\fB\\-\\-")); at++) entries++;
  for (uint32_t i = 0; i < noption_rows; i++) options += option_rows[i].name != NULL;
  assert_int_equal(entries, options);
  free(text);
}

/* ---- programs and directories ---- */

static void programs_are_named_after_their_file(void **state) {
  (void)state;
  static const char *const cases[][2] = {{"a.c", "a"},      {"src/queue.c", "queue"}, {"./x.y.bc", "x.y"},
                                         {"dir/", "dir"},   {".hidden", ".hidden"},   {"/", "program"},
                                         {"plain", "plain"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *name = program_name(cases[i][0]);
    assert_string_equal(name, cases[i][1]);
    free(name);
  }
  char *here = program_name(".");
  assert_string_not_equal(here, ".");
  assert_null(strchr(here, '/'));
  free(here);
}

static void the_record_has_what_replay_needs(void **state) {
  (void)state;
  struct cli_options options;
  assert_true(READ(&options, "--sym-stdin=4", "--timeout=3", "a.c", "b.c", "--", "-DX"));
  char *text = program_describe(&options);
  assert_non_null(strstr(text, "input a.c\ninput b.c\ncflag -DX\noption --sym-stdin=4\n"));
  assert_null(strstr(text, "timeout"));
  free(text);
  options_free(&options);
}

static void touch(const char *directory, const char *name) {
  char path[SCRATCH_BYTES + 64];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputc('x', out);
  fclose(out);
}

static bool has(const char *directory, const char *name) {
  char path[SCRATCH_BYTES + 64];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  return access(path, F_OK) == 0;
}

static void finish(const char *directory) {
  struct result result = {.verdict = VERDICT_SAFE};
  output_finish(directory, &(struct report_info){.command = "run"}, &result);
}

static const char *const others[] = {"mine.ktest",      "test.ktest",    "testA.ktest",
                                     "test1.ktest.bak", "test1.B.ktest", "a.c"};
enum { NOTHERS = sizeof others / sizeof *others };

static void old_tests_are_replaced_and_nothing_else(void **state) {
  (void)state;
  char base[SCRATCH_BYTES], directory[SCRATCH_BYTES + 16], path[SCRATCH_BYTES + 64];
  assert_non_null(mkdtemp(scratch_name(base, "heddle-cli-XXXXXX")));
  snprintf(directory, sizeof directory, "%s/one/two", base);
  assert_true(output_prepare(directory));
  assert_true(has(directory, "heddle-summary.json"));
  touch(directory, "test000001.ktest");
  touch(directory, "test000002.assert.ktest");
  for (int i = 0; i < NOTHERS; i++) touch(directory, others[i]);
  finish(directory); /* what is new stays */
  assert_true(has(directory, "test000001.ktest") && has(directory, "test000002.assert.ktest"));
  assert_true(output_prepare(directory));
  touch(directory, "test000002.ktest");
  touch(directory, "test000001.ktest"); /* written anew */
  finish(directory);
  assert_true(has(directory, "test000001.ktest") && has(directory, "test000002.ktest"));
  assert_false(has(directory, "test000002.assert.ktest"));
  assert_true(output_prepare(directory));
  finish(directory);
  assert_false(has(directory, "test000001.ktest") || has(directory, "test000002.ktest"));
  for (int i = 0; i < NOTHERS; i++) {
    assert_true(has(directory, others[i]));
    snprintf(path, sizeof path, "%s/%s", directory, others[i]);
    unlink(path);
  }
  snprintf(path, sizeof path, "%s/heddle-summary.json", directory);
  unlink(path);
  touch(directory, "test000001.ktest"); /* somebody else's: no summary of ours */
  assert_false(output_prepare(directory));
  assert_true(has(directory, "test000001.ktest"));
  snprintf(path, sizeof path, "%s/test000001.ktest", directory);
  unlink(path);
  assert_int_equal(rmdir(directory), 0); /* nothing was left behind */
  snprintf(path, sizeof path, "%s/one", base);
  assert_int_equal(rmdir(path) | rmdir(base), 0);
}

static void impossible_directories_are_refused(void **state) {
  (void)state;
  assert_false(output_prepare("/dev/null/a/b"));
  assert_false(output_prepare("/dev/null"));
}

static void wrong_commands_end_with_a_usage_error(void **state) {
  (void)state;
  const char *nothing = "--nothing", *missing = "/nonexistent.ktest", *help = "--help";
  assert_int_equal(run_job(&(struct job_request){0}), EXIT_USAGE);
  assert_int_equal(replay_job(&(struct job_request){0}), EXIT_USAGE);
  assert_int_equal(run_job(&(struct job_request){.texts = &nothing, .ntexts = 1}), EXIT_USAGE);
  assert_int_equal(replay_job(&(struct job_request){.texts = &missing, .ntexts = 1}), EXIT_USAGE);
  assert_int_equal(run_job(&(struct job_request){.texts = &help, .ntexts = 1}), EXIT_USAGE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_options_are_explained),
      cmocka_unit_test(combinations_are_checked),
      cmocka_unit_test(defaults_are_those_of_the_table),
      cmocka_unit_test(values_arrive),
      cmocka_unit_test(values_may_be_words_of_their_own),
      cmocka_unit_test(checks_are_added_removed_replaced),
      cmocka_unit_test(arguments_are_split_like_a_shell_does),
      cmocka_unit_test(tests_bring_only_recorded_options),
      cmocka_unit_test(suggestions_are_near),
      cmocka_unit_test(help_shows_every_option_once),
      cmocka_unit_test(man_page_shows_every_option),
      cmocka_unit_test(programs_are_named_after_their_file),
      cmocka_unit_test(the_record_has_what_replay_needs),
      cmocka_unit_test(old_tests_are_replaced_and_nothing_else),
      cmocka_unit_test(impossible_directories_are_refused),
      cmocka_unit_test(wrong_commands_end_with_a_usage_error),
  };
  return cmocka_run_group_tests_name("cli", tests, NULL, NULL);
}
