/* Tests of task definitions: what is read, what is said about wrong ones, and that damaged ones never do harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "job/task_property.h"

static bool parse(const char *text, struct task *task, char *why, size_t capacity) {
  return task_parse(text, strlen(text), task, why, capacity);
}

static const char good[] = "# a comment\n"
                           "format_version: '2.0'\n"
                           "\n"
                           "input_files: 'it''s.i'   # another\n"
                           "properties:\n"
                           "  - property_file: ../properties/unreach-call.prp\n"
                           "    expected_verdict: false\n"
                           "    subproperty: x\n"
                           "  - expected_verdict: true\n"
                           "    property_file: \"no-\\\"data-race.prp\"\n"
                           "- property_file: coverage.prp\n"
                           "additional_information:\n"
                           "  - whatever: [1, 2\n"
                           "options:\n"
                           "  language: C\n"
                           "  data_model: LP64\n";

static void everything_is_read(void **state) {
  (void)state;
  struct task task;
  char why[100];
  assert_true(parse(good, &task, why, sizeof why));
  assert_int_equal(task.inputs.count, 1);
  assert_string_equal(task.inputs.data[0], "it's.i");
  assert_int_equal(task.properties.count, 3);
  assert_string_equal(task.properties.data[0].file, "../properties/unreach-call.prp");
  assert_int_equal(task.properties.data[0].expected, TASK_FALSE);
  assert_string_equal(task.properties.data[1].file, "no-\"data-race.prp");
  assert_int_equal(task.properties.data[1].expected, TASK_TRUE);
  assert_int_equal(task.properties.data[2].expected, TASK_UNKNOWN);
  assert_true(task.data_model_64);
  task_free(&task);
}

static void several_inputs(void **state) {
  (void)state;
  static const char *const heads[] = {"input_files: [a.c, 'b.c' ]\n", "input_files:\n  - a.c\n  - \"b.c\"\n",
                                      "input_files:\n- a.c\n- b.c # c.c\n"};
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    struct task task;
    char text[200], why[100] = "";
    snprintf(text, sizeof text, "%sproperties:\n  - property_file: p.prp\n", heads[i]);
    assert_true(parse(text, &task, why, sizeof why));
    assert_int_equal(task.inputs.count, 2);
    assert_string_equal(task.inputs.data[0], "a.c");
    assert_string_equal(task.inputs.data[1], "b.c");
    assert_false(task.data_model_64);
    task_free(&task);
  }
}

static void wrong_ones_are_explained(void **state) {
  (void)state;
  static const struct {
    const char *text, *why;
  } cases[] = {
      {"", "1: the task names no input_files"},
      {"input_files: a.c\n", "2: the task names no properties"},
      {"input_files: 'a.c\n", "1: a quote is not closed"},
      {"input_files: 'a.c' b\n", "1: there is more after a quoted text:  b"},
      {"input_files: [a.c\n", "1: a list is not closed: [a.c"},
      {"input_files: ''\n", "1: the name of an input file is empty"},
      {"input_files:\n  a: b\n", "2: input_files is a name or a list of names"},
      {"hello\n", "1: expected 'key: value': hello"},
      {"  - x\n", "1: this belongs to no key: x"},
      {"properties:\n\t- x\n", "2: a tab cannot indent a line"},
      {"properties:\n  -\n", "2: a list item is empty"},
      {"properties:\n  property_file: x\n", "2: 'property_file' stands before the first property"},
      {"properties:\n  - property_file: x\n    expected_verdict: perhaps\n",
       "3: expected_verdict is neither true nor false: perhaps"},
      {"input_files: a.c\nproperties:\n  - expected_verdict: true\n", "3: a property without property_file"},
      {"options:\n  data_model: ILP16\n", "2: data_model is neither ILP32 nor LP64: ILP16"},
      {"options:\n  language: Java\n", "2: the language is not C: Java"},
      {"format_version: '3.0'\n", "1: format_version 3.0 is not known; 1.x and 2.x are"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct task task;
    char why[200] = "";
    assert_false(parse(cases[i].text, &task, why, sizeof why));
    assert_string_equal(why, cases[i].why);
    task_free(&task);
  }
}

/* Cut, overwritten and doubled texts are read or refused with a reason; the sanitizers watch. */
static void damage_does_no_harm(void **state) {
  (void)state;
  unsigned seed = 1;
  for (unsigned round = 0; round < 20000; round++) {
    char text[sizeof good], why[60] = "";
    struct task task;
    memcpy(text, good, sizeof good);
    for (unsigned i = 0; i < 1 + round % 5; i++) {
      seed = seed * 1103515245 + 12345;
      text[(seed >> 8) % (sizeof good - 1)] = "'\"-:[] \n#\t\\x"[(seed >> 24) % 12];
    }
    if (!task_parse(text, round % sizeof good, &task, why, sizeof why)) assert_true(why[0] >= '1' && why[0] <= '9');
    else assert_true(task.inputs.count && task.properties.count);
    task_free(&task);
  }
}

static void outcomes(void **state) {
  (void)state;
  assert_int_equal(task_outcome(TASK_TRUE, VERDICT_SAFE), OUTCOME_RIGHT);
  assert_int_equal(task_outcome(TASK_TRUE, VERDICT_UNSAFE), OUTCOME_WRONG);
  assert_int_equal(task_outcome(TASK_FALSE, VERDICT_UNSAFE), OUTCOME_RIGHT);
  assert_int_equal(task_outcome(TASK_FALSE, VERDICT_SAFE), OUTCOME_WRONG);
  assert_int_equal(task_outcome(TASK_FALSE, VERDICT_INCOMPLETE), OUTCOME_INCOMPLETE);
  assert_int_equal(task_outcome(TASK_UNKNOWN, VERDICT_SAFE), OUTCOME_INCOMPLETE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everything_is_read),
      cmocka_unit_test(several_inputs),
      cmocka_unit_test(wrong_ones_are_explained),
      cmocka_unit_test(damage_does_no_harm),
      cmocka_unit_test(outcomes),
  };
  return cmocka_run_group_tests_name("tasks", tests, NULL, NULL);
}
