/* Tests of how a change is followed: through calls, in both versions, and the chains that say why. */
#include "impact_subject.h"

static void expect_forward(const char *source, const char *from, const char *to, const char *forward,
                           const char *targets) {
  struct pair t;
  char *new = edited(source, from, to);
  open_pair(&t, source, new, no_checks, &no_failures);
  expect_lines(&t.new, &t.impact->forward, "forward", forward);
  expect_lines(&t.new, &t.impact->targets, "targets", targets);
  assert_true(t.impact->affected <= t.impact->live);
  close_pair(&t);
  free(new);
}

static const char calls[] = "#include <assert.h>\n"
                            "#include <pthread.h>\n"
                            "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                            "int kept, other;\n"
                            "int put(int *at, int v) {\n"
                            "  pthread_mutex_lock(&m);\n"
                            "  *at = v;\n"
                            "  pthread_mutex_unlock(&m);\n"
                            "  return 0; }\n"
                            "int same(int v) {\n"
                            "  return v; }\n"
                            "int stop(int v) {\n"
                            "  if (v) pthread_exit(0);\n"
                            "  return 0; }\n"
                            "int main(int argc, char **argv) {\n"
                            "  (void)argv;\n"
                            "  put(&kept, 1);\n"
                            "  int a = same(2);\n"
                            "  stop(0);\n"
                            "  put(&other, 3);\n"
                            "  assert(kept == 1);\n"
                            "  assert(a == 2);\n"
                            "  assert(other == 3);\n"
                            "  assert(argc);\n"
                            "  return 0; }\n";

/* The function takes a lock: whether the call returns does not depend on what is put. That both objects are affected is
   because one store serves both calls. */
static void an_argument_that_is_stored(void **state) {
  (void)state;
  expect_forward(calls, "put(&kept, 1)", "put(&kept, 4)", "7 17 21 23", "21 23");
}
static void an_argument_that_is_returned(void **state) {
  (void)state;
  expect_forward(calls, "same(2)", "same(5)", "11 18 22", "22");
}
/* The lock of the second call is affected, and the first call takes it in the same place: so its end counts as
   affected, too. */
static void an_argument_that_decides_the_end(void **state) {
  (void)state;
  expect_forward(calls, "stop(0)", "stop(1)", "6 7 8 9 11 13 14 17 18 19 20 21 22 23 24 25",
                 "6 7 8 13 21 22 23 24 end_thread pthread_exit longjmp");
}
/* The guard is only in the old version; what it guarded is affected. */
static void a_guard_deleted(void **state) {
  (void)state;
  expect_forward(calls, "if (v) pthread_exit(0);", "(void)v;", "6 7 8 9 11 14 17 18 19 20 21 22 23 24 25",
                 "6 7 8 21 22 23 24");
}

static const char long_jump[] = "#include <assert.h>\n"
                                "#include <setjmp.h>\n"
                                "jmp_buf place;\n"
                                "int a, b;\n"
                                "void leave(int v) {\n"
                                "  if (v)\n"
                                "    longjmp(place, 1);\n"
                                "}\n"
                                "int main(void) {\n"
                                "  if (setjmp(place) == 0) {\n"
                                "    a = 1;\n"
                                "    leave(1);\n"
                                "    b = 1;\n"
                                "    assert(b == 1);\n"
                                "  } else {\n"
                                "    assert(a == 1);\n"
                                "  }\n"
                                "  return 0; }\n";

/* What was written before the jump is read behind the setjmp, and only there. */
static void a_value_taken_over_a_jump(void **state) {
  (void)state;
  expect_forward(long_jump, "a = 1", "a = 2", "11 16", "16");
}
/* Whether it jumps decides what runs on both sides, and what setjmp gives. A jump can fail: it is a target, too. */
static void an_argument_that_decides_a_jump(void **state) {
  (void)state;
  expect_forward(long_jump, "leave(1)", "leave(0)", "6 7 8 10 11 12 13 14 16 18", "7 10 12 14 16 longjmp");
}

static const char jumps[] = "#include <assert.h>\n"
                            "int a, b, c;\n"
                            "int main(int argc, char **argv) {\n"
                            "  (void)argv;\n"
                            "  if (argc == 3) {\n"
                            "    a = 1;\n"
                            "  } else {\n"
                            "    a = 2;\n"
                            "  }\n"
                            "  b = 2;\n"
                            "  assert(b == 2);\n"
                            "  assert(a);\n"
                            "  return c; }\n";

/* No instruction of the rest changed, but one way no longer leads there. */
static void a_return_added_to_one_side(void **state) {
  (void)state;
  expect_forward(jumps, "a = 1;\n", "a = 1; return 0;\n", "10 11 12 13", "11 12");
}
static void a_statement_added_to_one_side(void **state) {
  (void)state;
  expect_forward(jumps, "a = 1;\n", "a = 1; c = 1;\n", "6 13", "");
}
static void sides_exchanged(void **state) {
  (void)state;
  expect_forward(jumps, "argc == 3", "argc != 3", "5 6 8 12", "12");
}

/* ---- why ---- */

static uint32_t why_line(const struct pair *t, uint32_t line, enum ir_op op, char *text, size_t room, bool *in_old) {
  struct static_link *links;
  uint32_t n = impact_why(t->impact, op_in_line(&t->new, line, op), &links, in_old);
  const struct subject *in = *in_old ? &t->old : &t->new;
  text[0] = 0;
  for (uint32_t i = 0; i < n; i++) {
    size_t used = strlen(text);
    snprintf(text + used, room - used, "%s%s %u", used ? ", " : "", static_edge_text(links[i].edge),
             line_of(in, links[i].ins));
  }
  free(links);
  return n;
}

static void chains_begin_at_the_change(void **state) {
  (void)state;
  struct pair t;
  char text[500], *new = edited(two_threads, "x = 1", "x = 2");
  bool in_old;
  open_pair(&t, two_threads, new, no_checks, &no_failures);
  assert_int_equal(why_line(&t, 10, IR_STORE, text, sizeof text, &in_old), 5);
  assert_string_equal(text, "start 5, thread 8, data 9, data 9, control 10");
  assert_false(in_old);
  assert_int_equal(why_line(&t, 11, IR_STORE, text, sizeof text, &in_old), 0);
  close_pair(&t);
  free(new);
}

static void chains_from_what_was_deleted(void **state) {
  (void)state;
  struct pair t;
  char text[500], *new = edited(two_threads, "  x = 1;\n", "\n");
  bool in_old;
  open_pair(&t, two_threads, new, no_checks, &no_failures);
  assert_true(why_line(&t, 10, IR_STORE, text, sizeof text, &in_old) > 0);
  assert_string_equal(text, "start 5, thread 8, data 9, data 9, control 10");
  assert_true(in_old);
  close_pair(&t);
  free(new);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_argument_that_is_stored),
      cmocka_unit_test(an_argument_that_is_returned),
      cmocka_unit_test(an_argument_that_decides_the_end),
      cmocka_unit_test(a_guard_deleted),
      cmocka_unit_test(a_return_added_to_one_side),
      cmocka_unit_test(a_value_taken_over_a_jump),
      cmocka_unit_test(an_argument_that_decides_a_jump),
      cmocka_unit_test(a_statement_added_to_one_side),
      cmocka_unit_test(sides_exchanged),
      cmocka_unit_test(chains_begin_at_the_change),
      cmocka_unit_test(chains_from_what_was_deleted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
