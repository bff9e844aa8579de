/* Tests of the reports of a hand-made result: JSON by the contract, text for people, and the pieces both are made
   of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/version.h"
#include "report/report.h"
#include "report/source.h"
#include "report/words.h"
#include "../scratch.h"

/* ---- a result with everything in it ---- */

static char source_file[SCRATCH_BYTES];

static int make_source(void **state) {
  (void)state;
  int fd = mkstemp(scratch_name(source_file, "heddle-report-XXXXXX"));
  static const char text[] = "int f(int x) {\n\treturn 10 / x;\r\n}";
  return fd >= 0 && write(fd, text, sizeof text - 1) == sizeof text - 1 && close(fd) == 0 ? 0 : -1;
}

static int remove_source(void **state) {
  (void)state;
  return unlink(source_file);
}

static struct result_frame frames[] = {{"f", source_file, 2, 12}, {"main", "other.c", 7, 0}};
static struct result_input inputs[] = {
    {"x", (const uint8_t *)"\xff\xff\xff\xff", 4, NULL, 0},
    {"bad\xffname", (const uint8_t *)"A", 1, NULL, 0},
    {"text", (const uint8_t *)"hi\0\0", 4, NULL, 0},
    {"odd",
     (const uint8_t *)"\0"
                      "0\xff\n\"",
     5, NULL, 0},
};

static void fill(struct result *result) {
  *result = (struct result){
      .verdict = VERDICT_UNSAFE, .runs = {.full = 1234, .infeasible = 2}, .artefacts = {.tests_new = 5}};
  result->artefacts.tests_dir = "out dir";
  result->stats = (struct result_stats){.seconds = 1.5, .instructions = 1000000, .queries = 31, .peak_rss_kib = 20480};
  struct result_failure failure = {.kind = FAILURE_ARITHMETIC,
                                   .message = "division by zero \033[31m",
                                   .detail = "first note\nsecond note",
                                   .frames = frames,
                                   .nframes = 2,
                                   .thread = "main.1",
                                   .test = "out dir/test000001.arithmetic.ktest",
                                   .inputs = inputs,
                                   .ninputs = 4,
                                   .run = 9};
  vec_push(&result->failures, failure);
  failure.kind = FAILURE_RACE;
  failure.message = "unordered accesses";
  failure.frames = NULL;
  failure.nframes = failure.ninputs = 0;
  failure.detail = failure.test = NULL;
  vec_push(&result->warnings, failure);
  result_add_reason(result, "other.c:3:1: loop limit");
  result_add_reason(result, "other.c:3:1: loop limit");
}

static const struct smt_stats solver = {.queries = 40, .by_model = 30, .by_z3 = 10, .z3_seconds = 0.25};

/* What a printer writes; freed by the caller. */
static char *text_of(const struct report_info *info, const struct result *result) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  report_text(out, info, result);
  fclose(out);
  return text;
}

static json_t *json_of(const struct report_info *info, const struct result *result) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  assert_true(report_json(out, info, result));
  fclose(out);
  json_error_t error;
  json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
  if (!json) fail_msg("not JSON: %s", error.text);
  free(text);
  return json;
}

/* ---- JSON ---- */

static void has_string(json_t *object, const char *name, const char *wanted) {
  json_t *value = json_object_get(object, name);
  if (!json_is_string(value)) fail_msg("no text %s", name);
  assert_string_equal(json_string_value(value), wanted);
}

static void has_integer(json_t *object, const char *name, json_int_t wanted) {
  json_t *value = json_object_get(object, name);
  if (!json_is_integer(value)) fail_msg("no number %s", name);
  assert_int_equal(json_integer_value(value), wanted);
}

static void json_failure_follows_the_contract(json_t *failure) {
  has_string(failure, "kind", "arithmetic");
  has_string(failure, "message", "division by zero \033[31m");
  has_string(failure, "file", source_file);
  has_integer(failure, "line", 2);
  has_integer(failure, "column", 12);
  has_string(failure, "function", "f");
  has_string(failure, "thread", "main.1");
  has_string(failure, "test", "out dir/test000001.arithmetic.ktest");
  has_string(failure, "detail", "first note\nsecond note");
  assert_true(json_is_true(json_object_get(failure, "new")));
  json_t *stack = json_object_get(failure, "stack"), *values = json_object_get(failure, "inputs");
  assert_int_equal(json_array_size(stack), 2);
  has_string(json_array_get(stack, 1), "function", "main");
  assert_int_equal(json_array_size(values), 4);
  has_integer(json_array_get(values, 0), "int", -1);
  has_string(json_array_get(values, 0), "hex", "ffffffff");
  has_string(json_array_get(values, 1), "name", "bad\\xffname");
  has_integer(json_array_get(values, 3), "size", 5);
  assert_null(json_object_get(json_array_get(values, 3), "int"));
}

static void json_follows_the_contract(void **state) {
  (void)state;
  struct result result;
  fill(&result);
  json_t *json = json_of(&(struct report_info){.command = "run", .solver = &solver, .max_warnings = 1}, &result);
  has_string(json, "heddle", HEDDLE_VERSION);
  has_integer(json, "warnings_left_out", 0);
  has_string(json, "command", "run");
  has_string(json, "verdict", "unsafe");
  assert_int_equal(json_array_size(json_object_get(json, "reasons")), 1);
  json_t *runs = json_object_get(json, "runs"), *tests = json_object_get(json, "tests");
  has_integer(runs, "full", 1234);
  has_integer(runs, "partial", 0);
  has_integer(runs, "infeasible", 2);
  has_integer(runs, "blocked", 0);
  has_integer(tests, "new", 5);
  has_integer(tests, "reused", 0);
  has_integer(tests, "retired", 0);
  has_string(tests, "dir", "out dir");
  assert_int_equal(json_array_size(json_object_get(json, "failures")), 1);
  json_failure_follows_the_contract(json_array_get(json_object_get(json, "failures"), 0));
  json_t *warning = json_array_get(json_object_get(json, "warnings"), 0);
  has_string(warning, "kind", "race");
  has_string(warning, "file", "");
  assert_null(json_object_get(json, "change"));
  assert_null(json_object_get(json, "replay"));
  json_decref(json);
  result_free(&result);
}

static void json_has_all_figures(void **state) {
  (void)state;
  static const char *const names[] = {"instructions", "queries", "queries_avoided", "nodes", "threads", "peak_rss_kib"};
  struct result result;
  fill(&result);
  json_t *json = json_of(&(struct report_info){.command = "run", .solver = &solver}, &result);
  json_t *stats = json_object_get(json, "stats"), *layers = json_object_get(stats, "solver");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    assert_true(json_is_integer(json_object_get(stats, names[i])));
  assert_true(json_real_value(json_object_get(stats, "seconds")) == 1.5);
  assert_true(json_is_real(json_object_get(stats, "solver_seconds")));
#define X(name, text) has_integer(layers, #name, (json_int_t)solver.name);
  SMT_STATS(X)
#undef X
  json_decref(json);
  result_free(&result);
}

static void json_tells_a_replay(void **state) {
  (void)state;
  struct result result = {.verdict = VERDICT_SAFE};
  struct report_replay replay = {.test = "a.ktest", .recorded = "no failure", .verdict_agrees = true};
  json_t *json = json_of(&(struct report_info){.command = "replay", .replay = &replay}, &result);
  json_t *told = json_object_get(json, "replay");
  assert_true(json_is_true(json_object_get(told, "verdict_agrees")));
  assert_true(json_is_null(json_object_get(told, "path_agrees")));
  assert_true(json_is_false(json_object_get(told, "diverged")));
  assert_true(json_is_null(json_object_get(json_object_get(json, "tests"), "dir")));
  json_decref(json);
}

static void json_write_errors_are_told(void **state) {
  (void)state;
  struct result result = {.verdict = VERDICT_SAFE};
  FILE *full = fopen("/dev/full", "w");
  if (!full) skip();
  assert_false(report_json(full, &(struct report_info){.command = "run"}, &result));
  fclose(full);
}

/* ---- text ---- */

static void contains(const char *text, const char *part) {
  if (!strstr(text, part)) fail_msg("'%s' is not in:\n%s", part, text);
}

static void text_shows_failures(void **state) {
  (void)state;
  struct result result;
  fill(&result);
  struct report_info info = {.command = "run", .solver = &solver, .level = REPORT_NORMAL, .max_warnings = 10};
  char *text = text_of(&info, &result);
  char place[SCRATCH_BYTES + 80];
  assert_int_equal(strncmp(text, "unsafe: 1 failure in 1,234 runs, not everything explored\n", 57), 0);
  snprintf(place, sizeof place, "%s:2:12: arithmetic: division by zero \\x1b[31m\n", source_file);
  contains(text, place);
  contains(text, "     2 | \treturn 10 / x;\n       | \t          ^\n");
  contains(text, "in thread main.1\n");
  contains(text, "  from   main (other.c:7)\n");
  contains(text, "  x           = -1 (0xffffffff)\n");
  contains(text, "  bad\\xffname = 65 (0x41 'A')\n");
  contains(text, "= 26984 (0x00006968 \"hi\\0\\0\")\n");
  contains(text, "= \"\\0000\\xff\\n\\\"\" (5 bytes)\n");
  contains(text, "  note   first note\n  note   second note\n");
  contains(text, "(no source): warning: race: unordered accesses\n");
  contains(text, "  other.c:3:1: loop limit\n");
  contains(text, "5 tests in out dir\n");
  contains(text, "heddle replay 'out dir/test000001.arithmetic.ktest'\n");
  contains(text, "1,234 runs, 5 tests, 1,000,000 instructions, 40 queries (10 by Z3), 1.5 s, 20 MiB\n");
  assert_null(strchr(text, '\033'));
  assert_null(strstr(text, "answered by"));
  free(text);
  result_free(&result);
}

static unsigned occurrences(const char *text, const char *part) {
  unsigned n = 0;
  for (size_t i = 0; text[i]; i++) n += !strncmp(text + i, part, strlen(part));
  return n;
}

static void warnings_are_capped(void **state) {
  (void)state;
  struct result result;
  fill(&result);
  vec_push(&result.warnings, result.warnings.data[0]);
  vec_push(&result.warnings, result.warnings.data[0]);
  struct report_info info = {.command = "run", .solver = &solver, .level = REPORT_NORMAL, .max_warnings = 1};
  char *text = text_of(&info, &result);
  assert_int_equal(occurrences(text, "warning: race: unordered accesses"), 1);
  contains(text, "and 2 warnings more (--max-warnings)\n");
  json_t *json = json_of(&info, &result);
  assert_int_equal(json_array_size(json_object_get(json, "warnings")), 1);
  has_integer(json, "warnings_left_out", 2);
  json_decref(json);
  free(text);
  result_free(&result);
}

static void text_levels(void **state) {
  (void)state;
  struct result result;
  fill(&result);
  struct report_info info = {.command = "run", .solver = &solver, .level = REPORT_QUIET};
  char *text = text_of(&info, &result);
  assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1); /* one line */
  free(text);
  info.level = REPORT_NORMAL;
  info.stats = info.colour = true;
  text = text_of(&info, &result);
  contains(text, "\033[1;31munsafe\033[0m: ");
  contains(text, "75.0%");
  contains(text, "answered by the current model");
  free(text);
  result_free(&result);
}

static void text_verdicts(void **state) {
  (void)state;
  struct result result = {.verdict = VERDICT_SAFE, .runs.full = 1};
  struct report_info info = {.command = "run", .level = REPORT_QUIET};
  char *text = text_of(&info, &result);
  assert_string_equal(text, "safe: 1 run, everything explored, nothing failed\n");
  free(text);
  result.verdict = VERDICT_INCOMPLETE;
  text = text_of(&info, &result);
  assert_string_equal(text, "incomplete: 1 run, nothing failed so far, not everything explored\n");
  free(text);
}

static void text_replays(void **state) {
  (void)state;
  static const struct {
    enum result_verdict verdict;
    struct report_replay replay;
    const char *wanted;
  } cases[] = {
      {VERDICT_SAFE, {.recorded = "none", .verdict_agrees = true}, "safe: the run ends without failure, as recorded\n"},
      {VERDICT_SAFE, {0}, "safe: the run ends without failure\n"},
      {VERDICT_UNSAFE, {.recorded = "x", .verdict_agrees = true}, "unsafe: the run fails, as recorded\n"},
      {VERDICT_SAFE,
       {.recorded = "assert at a.c:3: m"},
       "safe: the run ends without failure, but the test recorded: assert at a.c:3: m\n"},
      {VERDICT_UNSAFE, {.diverged = true, .why = "no y"}, "diverged: the test does not fit this program: no y\n"},
      {VERDICT_INCOMPLETE, {.recorded = "no failure"}, "incomplete: the run could not be followed to its end\n"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct result result = {.verdict = cases[i].verdict};
    struct report_info info = {.command = "replay", .replay = &cases[i].replay, .level = REPORT_QUIET};
    char *text = text_of(&info, &result);
    assert_string_equal(text, cases[i].wanted);
    free(text);
  }
}

/* ---- pieces ---- */

/* ---- several threads ---- */

static struct result_step steps[] = {
    {.thread = "main",
     .file = source_file,
     .function = "main",
     .line = 1,
     .operation = "create",
     .object = "main.10",
     .text = "creates main.10",
     .matters = true},
    {.thread = "main.2",
     .file = source_file,
     .function = "f",
     .start = "f",
     .line = 2,
     .operation = "read",
     .object = "x",
     .value = "0",
     .text = "reads x = 0",
     .matters = true,
     .choice = true,
     .mark = MARK_RACE},
    {.thread = "main.10",
     .file = "/gone.c",
     .function = "g",
     .start = "g",
     .line = 9,
     .operation = "write",
     .object = "y",
     .value = "3",
     .text = "writes y = 3",
     .choice = true},
    {.thread = "main.10",
     .file = "/gone.c",
     .function = "g",
     .start = "g",
     .line = 9,
     .operation = "write",
     .object = "y",
     .value = "4",
     .text = "writes y = 4",
     .choice = true},
    {.thread = "main.10",
     .file = "/gone.c",
     .function = "g",
     .start = "g",
     .line = 10,
     .operation = "write",
     .object = "x",
     .value = "1",
     .text = "writes x = 1",
     .matters = true,
     .choice = true,
     .mark = MARK_RACE},
};
static struct result_frame other[] = {{"g", "/gone.c", 10, 3}, {"start", "/gone.c", 20, 1}};
static struct result_wait waits[] = {
    {.thread = "main.2",
     .object = "m1",
     .held_by = "main.10",
     .place = {"f", source_file, 2, 1},
     .held_since = {"g", "/gone.c", 9, 0}},
    {.thread = "main.10", .object = "m2", .held_by = "main.2", .place = {"g", "/gone.c", 10, 1}},
};

static void fill_threads(struct result *result, bool deadlock) {
  struct result_failure failure = {.kind = deadlock ? FAILURE_DEADLOCK : FAILURE_RACE,
                                   .message = "something",
                                   .frames = frames,
                                   .nframes = 1,
                                   .thread = "main.2",
                                   .steps = steps,
                                   .nsteps = 5,
                                   .switches = 1,
                                   .switches_found = 8};
  if (deadlock) {
    failure.waits = waits;
    failure.nwaits = 2;
  } else {
    failure.other_frames = other;
    failure.other_nframes = 2;
    failure.other_thread = "main.10";
    failure.other_message = "write";
  }
  *result =
      (struct result){.verdict = VERDICT_UNSAFE, .stats = {.events = 70, .races = 20, .reversals = 10, .seconds = 2}};
  result->runs.full = 6;
  vec_push(&result->failures, failure);
  result_add_note(result, "left alone");
  result_add_note(result, "left alone");
}

static void text_shows_columns(void **state) {
  (void)state;
  struct result result;
  fill_threads(&result, false);
  char *text = text_of(&(struct report_info){.command = "run", .level = REPORT_NORMAL, .stats = true}, &result);
  contains(text, "  races with write in thread main.10 at /gone.c:10:3\n");
  contains(text, "  from   start (/gone.c:20:1)\n");
  contains(text, "1 switch between threads (as found: 8); time goes down\n");
  contains(
      text,
      "  main.2: f                                            | main.10: g\n"); /* main has no column, 10 is after 2 */
  contains(text, "  2  return 10 / x;                                    |\n"
                 "      reads x = 0   <== race                           |\n"
                 "                                                       | ... 2 steps left out\n"
                 "                                                       | gone.c:10  \n"
                 "                                                       |     writes x = 1   <== race\n");
  assert_null(strstr(text, "writes y"));
  assert_null(strstr(text, "creates"));
  contains(text, "note    left alone\n");
  contains(text, "              70         events (visible operations)\n");
  contains(text, "              10  50.0%  reversals");
  contains(text, "               3         runs per second\n");
  free(text);
  result_free(&result);
}

static void every_line_fits(void **state) {
  (void)state;
  struct result result;
  fill_threads(&result, false);
  static char long_text[400];
  memset(long_text, 'x', sizeof long_text - 1);
  struct result_step many[6];
  char names[6][16];
  static const int widths[] = {0, 80, 100, 200};
  memcpy(long_text + sizeof long_text - 8, " = 4321", 8);
  for (uint32_t k = 0; k < 20; k++) {
    uint32_t n = 2 + k % 5;
    int width = widths[k / 5], most = width ? width : 112;
    for (uint32_t i = 0; i < n; i++) {
      snprintf(names[i], sizeof names[i], "main.%u", i + 1);
      many[i] = steps[1];
      many[i].thread = names[i];
      many[i].text = long_text;
    }
    result.failures.data[0].steps = many;
    result.failures.data[0].nsteps = n;
    struct report_info info = {.command = "run", .level = REPORT_NORMAL, .width = width};
    char *text = text_of(&info, &result), *rest = text, *line;
    uint32_t values = 0; /* what a step reads or writes stands at its end, and is never cut */
    while ((line = strsep(&rest, "\n"))) {
      if (strstr(line, "xx") && strlen(line) > (size_t)most) fail_msg("%zu columns: %s", strlen(line), line);
      values += strstr(line, "4321") != NULL;
    }
    if (values < n) fail_msg("%u values of %u with %d columns", values, n, width);
    free(text);
  }
  result_free(&result);
}

static void text_shows_lock_cycles(void **state) {
  (void)state;
  struct result result;
  fill_threads(&result, true);
  char *text = text_of(&(struct report_info){.command = "run", .level = REPORT_NORMAL}, &result);
  contains(text, "  waits  main.2 for m1 at ");
  contains(text, ":2, held by main.10 since /gone.c:9\n");
  contains(text, "  waits  main.10 for m2 at /gone.c:10, held by main.2\n");
  contains(text, "  circle main.2 waits for main.10 waits for main.2\n");
  contains(text, "waits for m1 for ever");
  free(text);
  result_free(&result);
}

static void json_tells_threads(void **state) {
  (void)state;
  struct result result;
  fill_threads(&result, true);
  json_t *json = json_of(&(struct report_info){.command = "run"}, &result);
  json_t *failure = json_array_get(json_object_get(json, "failures"), 0),
         *schedule = json_object_get(failure, "schedule");
  assert_int_equal(json_array_size(schedule), 5);
  json_t *step = json_array_get(schedule, 1), *wait = json_array_get(json_object_get(failure, "waits"), 0);
  has_string(step, "thread", "main.2");
  has_string(step, "file", source_file);
  has_integer(step, "line", 2);
  has_string(step, "function", "f");
  has_string(step, "operation", "read");
  has_string(step, "object", "x");
  has_string(step, "value", "0");
  assert_true(json_is_true(json_object_get(step, "matters")));
  assert_true(json_is_false(json_object_get(json_array_get(schedule, 2), "matters")));
  has_integer(failure, "switches", 1);
  has_string(wait, "held_by", "main.10");
  has_integer(json_object_get(wait, "held_since"), "line", 9);
  assert_true(json_is_null(json_object_get(json_array_get(json_object_get(failure, "waits"), 1), "held_since")));
  json_t *stats = json_object_get(json, "stats"), *notes = json_object_get(json, "notes");
  has_integer(stats, "events", 70);
  has_integer(stats, "races", 20);
  has_integer(stats, "reversals", 10);
  assert_int_equal(json_array_size(notes), 1);
  assert_null(json_object_get(failure, "other"));
  json_decref(json);
  result_free(&result);
  fill_threads(&result, false);
  json = json_of(&(struct report_info){.command = "run"}, &result);
  json_t *second = json_object_get(json_array_get(json_object_get(json, "failures"), 0), "other");
  has_string(second, "thread", "main.10");
  assert_int_equal(json_array_size(json_object_get(second, "stack")), 2);
  json_decref(json);
  result_free(&result);
}

static void clean_is_valid_utf8(void **state) {
  (void)state;
  static const struct {
    const char *text, *wanted;
  } cases[] = {{"plain", "plain"},
               {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"},
               {"\xc0\xaf", "\\xc0\\xaf"},                   /* overlong */
               {"\xed\xa0\x80", "\\xed\\xa0\\x80"},          /* surrogate */
               {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}, /* beyond the last character */
               {"a\xe2\x82", "a\\xe2\\x82"}};                /* cut short */
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *clean = words_clean(cases[i].text, false);
    assert_string_equal(clean, cases[i].wanted);
    json_t *json = json_string(clean);
    assert_non_null(json);
    json_decref(json);
    free(clean);
  }
}

static void figures_read_well(void **state) {
  (void)state;
  char figure[WORDS_FIGURE], count[WORDS_COUNT];
  assert_string_equal(words_figure(0, figure), "0");
  assert_string_equal(words_figure(999, figure), "999");
  assert_string_equal(words_figure(1000, figure), "1,000");
  assert_string_equal(words_figure(UINT64_MAX, figure), "18,446,744,073,709,551,615");
  assert_string_equal(words_count(1, "query", count), "1 query");
  assert_string_equal(words_count(2, "query", count), "2 queries");
  assert_string_equal(words_seconds(0.0312, figure), "0.031 s");
  assert_string_equal(words_seconds(187, figure), "3 min 07 s");
}

static void numbers_are_signed(void **state) {
  (void)state;
  int64_t value;
  assert_true(words_number((const uint8_t *)"\x80", 1, &value) && value == -128);
  assert_true(words_number((const uint8_t *)"\xff\x7f", 2, &value) && value == 32767);
  assert_true(words_number((const uint8_t *)"\0\0\0\0\0\0\0\x80", 8, &value) && value == INT64_MIN);
  assert_false(words_number((const uint8_t *)"\0\0\0", 3, &value));
}

static void shell_words(void **state) {
  (void)state;
  char *word = words_shell("a/b-1.ktest");
  assert_string_equal(word, "a/b-1.ktest");
  free(word);
  word = words_shell("it's");
  assert_string_equal(word, "'it'\\''s'");
  free(word);
}

static void missing_source_is_no_error(void **state) {
  (void)state;
  assert_null(source_line("/nonexistent.c", 1));
  assert_null(source_line("/", 1));
  assert_null(source_line(source_file, 0));
  assert_null(source_line(source_file, 4));
  char *line = source_line(source_file, 3); /* has no newline at its end */
  assert_string_equal(line, "}");
  free(line);
}

static void status_is_silent_in_a_pipe(void **state) {
  (void)state;
  FILE *out = tmpfile();
  struct report_status status;
  report_status_open(&status, out);
  report_status_show(&status, &(struct explore_progress){.runs = 3});
  report_status_close(&status);
  assert_int_equal(ftell(out), 0);
  fclose(out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(json_follows_the_contract),
      cmocka_unit_test(json_has_all_figures),
      cmocka_unit_test(json_tells_a_replay),
      cmocka_unit_test(json_write_errors_are_told),
      cmocka_unit_test(text_shows_failures),
      cmocka_unit_test(warnings_are_capped),
      cmocka_unit_test(text_levels),
      cmocka_unit_test(text_verdicts),
      cmocka_unit_test(text_replays),
      cmocka_unit_test(text_shows_columns),
      cmocka_unit_test(every_line_fits),
      cmocka_unit_test(text_shows_lock_cycles),
      cmocka_unit_test(json_tells_threads),
      cmocka_unit_test(clean_is_valid_utf8),
      cmocka_unit_test(figures_read_well),
      cmocka_unit_test(numbers_are_signed),
      cmocka_unit_test(shell_words),
      cmocka_unit_test(missing_source_is_no_error),
      cmocka_unit_test(status_is_silent_in_a_pipe),
  };
  return cmocka_run_group_tests_name("report", tests, make_source, remove_source);
}
