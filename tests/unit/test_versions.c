/* Tests of what versions are made of: paths as text, flags with paths, heddle.toml, options that give way to the
   command line, and the record of a revision in tests. How all that works together is tested in tests/versions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "job/options.h"
#include "job/toml.h"
#include "ir/ir.h"
#include "suite/meta.h"
#include "util/flags.h"
#include "util/path.h"

static void expect_text(char *text, const char *wanted) {
  assert_string_equal(text, wanted);
  free(text);
}

/* ---- paths ---- */

static void paths_are_made_plain(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"a/b", "a/b"},          {"./a//b/", "a/b"},     {"a/../b", "b"},       {"a/..", "."},        {"", "."},
      {"../a", "../a"},        {"../../a", "../../a"}, {"a/../../b", "../b"}, {"/", "/"},           {"/..", "/"},
      {"/a/./b/../c", "/a/c"}, {"..a/../b", "b"},      {"a../../b", "b"},     {"/a/../../b", "/b"}, {"x/..a/..", "x"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect_text(path_plain(cases[i][0]), cases[i][1]);
}

static void paths_are_joined_and_related(void **state) {
  (void)state;
  expect_text(path_join("", "a"), "a");
  expect_text(path_join("a", "b"), "a/b");
  expect_text(path_join("a/", "b"), "a/b");
  expect_text(path_join("/", "b"), "/b");
  expect_text(path_join("a", "/b"), "/b");
  expect_text(path_join("a", ""), "a");
  assert_string_equal(path_below("/a", "/a/b/c"), "b/c");
  assert_string_equal(path_below("/a", "/a"), "");
  assert_string_equal(path_below("/", "/a"), "a");
  assert_null(path_below("/a", "/ab"));
  assert_null(path_below("/a/b", "/a"));
  expect_text(path_relative("/a/b", "/a/b/c"), "c");
  expect_text(path_relative("/a/b", "/a/c/d"), "../c/d");
  expect_text(path_relative("/a/b", "/a"), "..");
  expect_text(path_relative("/a/b", "/x"), "../../x");
  expect_text(path_relative("/a", "/a"), ".");
  expect_text(path_relative("/", "/a"), "a");
}

static void names_of_a_revision(void **state) {
  (void)state;
  struct ir_program here = {0};
  struct ir_program program = {.sources = {.root = "/tmp/x", .shown = "/home/r", .directory = "/tmp/x/src"}};
  expect_text(ir_source_file(&here, "a.c"), "a.c");
  expect_text(ir_source_file(&program, "a.c"), "/tmp/x/src/a.c");
  expect_text(ir_source_file(&program, "/home/r/a.c"), "/tmp/x/a.c");
  expect_text(ir_source_file(&program, "/usr/a.h"), "/usr/a.h");
  expect_text(ir_shown_file(&program, "/tmp/x/a.c"), "/home/r/a.c");
  expect_text(ir_shown_file(&program, "/tmp/xy/a.c"), "/tmp/xy/a.c");
  expect_text(ir_shown_file(&here, "/tmp/x/a.c"), "/tmp/x/a.c");
}

/* ---- flags ---- */

static char *put_below(void *context, const char *path) { return path[0] == '/' ? NULL : path_join(context, path); }

static void flags_with_paths_are_moved(void **state) {
  (void)state;
  static const char *const given[] = {"-Ia",  "-I",  "b",           "-isystem", "c",         "-DI=x", "-include", "d.h",
                                      "-I/z", "-O2", "--sysroot=e", "-iquotef", "--sysroot", "g",     "-I"};
  static const char *const wanted[] = {"-Iup/a",         "-I",          "up/b",      "-isystem", "up/c",
                                       "-DI=x",          "-include",    "up/d.h",    "-I/z",     "-O2",
                                       "--sysroot=up/e", "-iquoteup/f", "--sysroot", "up/g",     "-I"};
  flags_list out = {0};
  flags_move(given, sizeof given / sizeof *given, put_below, "up", &out);
  assert_int_equal(out.count, sizeof wanted / sizeof *wanted);
  for (uint32_t i = 0; i < out.count; i++) assert_string_equal(out.data[i], wanted[i]);
  flags_free(&out);
}

/* ---- heddle.toml ---- */

static void toml_values(void **state) {
  (void)state;
  static const char text[] =
      "a = \"x\\ty \\u00e4\\U0001F600\\\\\" # c\r\n[ t ]\n'k.1' = [ 'a\\b', 1_000, # c\n\n-2.5, true,]\n\"q\"=false";
  struct toml toml;
  assert_true(toml_parse(&toml, text, sizeof text - 1));
  assert_int_equal(toml.entries.count, 3);
  const struct toml_entry *e = toml.entries.data;
  assert_string_equal(e[0].table, "");
  assert_string_equal(e[0].values.data[0].text, "x\ty \xc3\xa4\xf0\x9f\x98\x80\\");
  assert_string_equal(e[1].table, "t");
  assert_string_equal(e[1].key, "k.1");
  assert_int_equal(e[1].line, 3);
  assert_true(e[1].array);
  assert_int_equal(e[1].values.count, 4);
  assert_string_equal(e[1].values.data[0].text, "a\\b");
  assert_string_equal(e[1].values.data[1].text, "1000");
  assert_string_equal(e[1].values.data[2].text, "-2.5");
  assert_int_equal(e[1].values.data[3].kind, TOML_BOOLEAN);
  assert_string_equal(e[2].values.data[0].text, "false");
  assert_int_equal(e[2].line, 6);
  toml_free(&toml);
}

static void toml_refuses(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint32_t line;
  } cases[] = {
      {"a", 1},
      {"\na = ", 2},
      {"a = 1 2", 1},
      {"a = [1, [2]]", 1},
      {"a = \"\\ud800\"", 1},
      {"a = \"\\u12\"", 1},
      {"a = 1_", 1},
      {"a = _1", 1},
      {"a = 1.", 1},
      {"a = 1e5", 1},
      {"a = +", 1},
      {"a = 'x\ny'", 1},
      {"a = \"\x01\"", 1},
      {"# \x02", 1},
      {"[a", 1},
      {"[a]]", 1},
      {"[]", 1},
      {"a = 1\na = 2", 2},
      {"a = nan", 1},
      {"= 1", 1},
      {"a = \"\\u0000\"", 1},
      {"a = [1,,2]", 1},
      {"a = [,]", 1},
      {"a.b = 1", 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct toml toml;
    assert_false(toml_parse(&toml, cases[i].text, strlen(cases[i].text)));
    assert_int_equal(toml.line, cases[i].line);
    assert_true(toml.why[0]);
    toml_free(&toml);
  }
}

/* ---- options of a file ---- */

static void the_command_line_wins(void **state) {
  (void)state;
  struct cli_options options;
  const char *const words[] = {"--timeout=5", "old", "new", "--", "-DX"};
  assert_true(options_read(&options, OPTIONS_RUN, words, 5));
  assert_true(options_add_default(&options, "--timeout=9"));
  assert_true(options_add_default(&options, "--unwind=3"));
  assert_true(options_add_default(&options, "--arg=a"));
  assert_true(options_add_default(&options, "--arg=b"));
  assert_true(options_add_default(&options, "--gdb")); /* only for replay: skipped */
  assert_true(options.explore.config.timeout_seconds == 5);
  assert_int_equal(options.explore.config.unwind, 3);
  assert_int_equal(options.explore.config.narguments, 2);
  assert_string_equal(options.explore.config.arguments[1], "b");
  assert_false(options.gdb);
  assert_false(options_add_default(&options, "--unwindd=3"));
  assert_string_equal(options.error, "unknown option --unwindd; did you mean --unwind?");
  assert_false(options_add_default(&options, "--max-runs=x"));
  options_free(&options);
}

static void flags_of_an_option_come_first(void **state) {
  (void)state;
  struct cli_options options;
  const char *const words[] = {"--cflags=-DA '-DB=1 2'", "x", "--", "-DC"};
  assert_true(options_read(&options, OPTIONS_RUN, words, 4));
  assert_int_equal(options.cflags.count, 3);
  assert_string_equal(options.cflags.data[1], "-DB=1 2");
  assert_string_equal(options.cflags.data[2], "-DC");
  options_free(&options);
  assert_true(options_read(&options, OPTIONS_DIFF, words, 4));
  assert_int_equal(options.cflags.count, 1);
  assert_int_equal(options.flags.count, 2);
  options_free(&options);
}

/* ---- tests of a revision ---- */

static void a_revision_is_recorded(void **state) {
  (void)state;
  struct meta_program program = {.directory = "/home/r/src", .revision = "1a2b", .prefix = "src/"}, back;
  vec_push(&program.inputs, "queue.c");
  char *text = meta_program_encode(&program);
  assert_string_equal(text, "directory /home/r/src\nrevision 1a2b\nprefix src/\ninput queue.c\n");
  struct ktest_object object = {.name = META_PROGRAM, .bytes = (uint8_t *)text, .size = (uint32_t)strlen(text)};
  struct ktest test = {.objects = &object, .nobjects = 1};
  assert_true(meta_program_decode(&test, &back));
  assert_string_equal(back.revision, "1a2b");
  assert_string_equal(back.prefix, "src/");
  assert_string_equal(back.inputs.data[0], "queue.c");
  meta_program_free(&back);
  assert_null(back.revision);
  meta_program_free(&program);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(paths_are_made_plain),
      cmocka_unit_test(paths_are_joined_and_related),
      cmocka_unit_test(names_of_a_revision),
      cmocka_unit_test(flags_with_paths_are_moved),
      cmocka_unit_test(toml_values),
      cmocka_unit_test(toml_refuses),
      cmocka_unit_test(the_command_line_wins),
      cmocka_unit_test(flags_of_an_option_come_first),
      cmocka_unit_test(a_revision_is_recorded),
  };
  return cmocka_run_group_tests_name("versions", tests, NULL, NULL);
}
