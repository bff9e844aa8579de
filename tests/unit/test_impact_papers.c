/* The examples of two papers, with the exact lines that a change affects and that affect it: Directed Incremental Symbolic Execution
   (DiSE) figures 2 to 5, Conc-iSE figures 2, 6 and 7. Lines are numbered as in the papers where a line is a statement there. */
#include "impact_subject.h"

struct expected {
  const char *changed, *forward, *backward, *targets;
};

static void expect(const char *old, const char *new, const struct expected *wanted) {
  struct pair t;
  open_pair(&t, old, new, &no_checks, &no_failures);
  expect_lines(&t.new, &t.impact->changed, "changed", wanted->changed);
  expect_lines(&t.new, &t.impact->forward, "forward", wanted->forward);
  expect_lines(&t.new, &t.impact->backward, "backward", wanted->backward);
  expect_lines(&t.new, &t.impact->targets, "targets", wanted->targets);
  close_pair(&t);
}

static const char wheel_brake[] = "int AltPress = 0, Meter = 2, PedalCmd; void update(int PedalPos, int BSwitch) {\n"
                                  "  if (PedalPos == 0)\n"
                                  "    PedalCmd = PedalCmd + 1;\n"
                                  "  else if (PedalPos == 1)\n"
                                  "    PedalCmd = PedalCmd + 2;\n"
                                  "  else PedalCmd = PedalPos;\n"
                                  "\n"
                                  "  PedalCmd = PedalCmd + 1;\n"
                                  "\n"
                                  "  if (BSwitch == 0)\n"
                                  "    Meter = 1;\n"
                                  "  else if (BSwitch == 1)\n"
                                  "    Meter = 2;\n"
                                  "\n"
                                  "  if (PedalCmd == 2)\n"
                                  "    AltPress = 0;\n"
                                  "  else if (PedalCmd == 3)\n"
                                  "    AltPress = 25;\n"
                                  "  else AltPress = 50; }\n"
                                  "int main(int a, char **b) {\n"
                                  "  update(a, b != 0); return 0; }\n";

static void wheel_brake_condition(void **state) {
  (void)state;
  char *new = edited(wheel_brake, "PedalPos == 0", "PedalPos <= 0");
  expect(wheel_brake, new, &(struct expected){"2", "2 3 4 5 6 8 15 16 17 18 19", "2 21", ""});
  free(new);
}


static const char figure_2[] = "#include <assert.h>\n"
                               "#include <pthread.h>\n"
                               "int x = 15, y = 5;\n"
                               "void *first(void *p) {\n"
                               "  int a = x;\n"
                               "  y = 10;\n"
                               "  assert(a >= 10);\n"
                               "  return p; }\n"
                               "void *second(void *p) {\n"
                               "  x = 10;\n"
                               "  int b = y;\n"
                               "  assert(b >= 5);\n"
                               "  return p; }\n"
                               "int main(void) {\n"
                               "  pthread_t t, u;\n"
                               "  pthread_create(&t, 0, first, 0);\n"
                               "  pthread_create(&u, 0, second, 0);\n"
                               "  pthread_join(t, 0);\n"
                               "  pthread_join(u, 0);\n"
                               "  return 0; }\n";

static void two_threads_and_two_assertions(void **state) {
  (void)state;
  char *new = edited(figure_2, "x = 10", "x = 5");
  expect(figure_2, new, &(struct expected){"10", "5 7 10", "10 17", "7"});
  free(new);
}

static const char figure_6[] = "int x, y, z; /* */\n"
                               "#include <assert.h>\n"
                               "#include <pthread.h>\n"
                               "void *first(void *p) {\n"
                               "#line 1\n"
                               "  x += 2;\n"
                               "  z = x + 1;\n"
                               "  y = x - 1;\n"
                               "  if (z > 0)\n"
                               "    z = 0;\n"
                               "  else\n"
                               "    z--;\n"
                               "#line 50\n"
                               "  return p; }\n"
                               "void *second(void *p) {\n"
                               "#line 8\n"
                               "  z++;\n"
                               "  x -= 2;\n"
                               "  if (x == 0)\n"
                               "    y += 1;\n"
                               "  else\n"
                               "    z++;\n"
                               "  assert(y != 2);\n"
                               "#line 60\n"
                               "  return p; }\n"
                               "int main(void) {\n"
                               "  pthread_t t, u;\n"
                               "  pthread_create(&t, 0, first, 0);\n"
                               "  pthread_create(&u, 0, second, 0);\n"
                               "  pthread_join(t, 0);\n"
                               "  pthread_join(u, 0);\n"
                               "  return 0; }\n";

static void modified_increment(void **state) {
  (void)state;
  char *new = edited(figure_6, "y += 1", "y += 2");
  expect(figure_6, new, &(struct expected){"11", "11 14", "1 3 9 10 11 63 64", "14"});
  free(new);
}

static const char figure_7[] = "#include <pthread.h>\n"
                               "int x = 0, seen;\n"
                               "void *thread2(void *p) {\n"
                               "  x = 5;\n"
                               "  return p; }\n"
                               "int main(void) {\n"
                               "  int t1 = x;\n"
                               "  seen = t1;\n"
                               "  pthread_t t;\n"
                               "  pthread_create(&t, 0, thread2, 0);\n"
                               "  return 0; }\n";

static void nothing_before_the_creation(void **state) {
  (void)state;
  char *new = edited(figure_7, "x = 5", "x = 6");
  expect(figure_7, new, &(struct expected){"4", "4", "4 10", ""});
  free(new);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wheel_brake_condition),
      cmocka_unit_test(two_threads_and_two_assertions),
      cmocka_unit_test(modified_increment),
      cmocka_unit_test(nothing_before_the_creation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
