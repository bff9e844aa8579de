/* The examples of two papers, with the exact lines that a change affects and that affect it: Directed Incremental
   Symbolic Execution (DiSE) figures 2 to 5, Conc-iSE figures 2, 6 and 7. Lines are numbered as in the papers where a
   line is a statement there. */
#include "impact_subject.h"

struct expected {
  const char *changed, *forward, *backward, *targets;
};

static void expect(const char *old, const char *new, const struct expected *wanted) {
  struct pair t;
  open_pair(&t, old, new, no_checks, &no_failures);
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

/* DiSE, figures 2 and 5 (b): affected conditionals n0 n2 n10 n12 are lines 2 4 15 17, affected writes n1 n3 n4 n5 n11
   n13 n14 are lines 3 5 6 8 16 18 19. The set is the same. The paper gets n5 by its rule (4), as a definition that
   reaches an affected node; here it is affected itself, since it adds to an affected value. Backward: the condition,
   and the call of the procedure, which the paper has not. The command is a global, so that line 6 is an instruction. No
   assertion: nothing has to be explored for failures. */
static void wheel_brake_condition(void **state) {
  (void)state;
  char *new = edited(wheel_brake, "PedalPos == 0", "PedalPos <= 0");
  expect(wheel_brake, new, &(struct expected){"2", "2 3 4 5 6 8 15 16 17 18 19", "2 21", ""});
  free(new);
}

/* DiSE, figure 5 (a): a removed node is followed in the old version and what it affects is mapped over: 15 17 and what
   they decide. The paper's rule (4) adds 3 5 6, definitions that reach the affected conditionals. Here 3 and 5 are in
   the set for another reason: they read the command, and within a function other than the entry it is not known that
   they come before the write; 6 reads nothing and is not. What stands for line 8 is what follows it, line 10. */
static void wheel_brake_statement_removed(void **state) {
  (void)state;
  char *new = edited(wheel_brake, "  PedalCmd = PedalCmd + 1;\n\n", "\n\n");
  expect(wheel_brake, new, &(struct expected){"10", "3 5 15 16 17 18 19", "10 21", ""});
  free(new);
}
/* The other way round: rules (3) and (2), and 3 5 as above. */
static void wheel_brake_statement_added(void **state) {
  (void)state;
  char *old = edited(wheel_brake, "  PedalCmd = PedalCmd + 1;\n\n", "\n\n");
  expect(old, wheel_brake, &(struct expected){"8", "3 5 8 15 16 17 18 19", "2 3 4 5 6 8 21", ""});
  free(old);
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

/* Conc-iSE, figure 2, with the assertions in the threads as its text assumes: lines 1 and 4 of the paper (here 5 and
   10) and the assertion on a are affected; y, b and the assertion on b are not. The same set. Only that assertion has
   to be looked at. */
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

/* Conc-iSE, figure 6: forward 11 14, backward 1 3 9 10 11, as in the paper; here also the creations of both threads (63
   64), which decide whether these lines are executed. */
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

/* Conc-iSE, figure 7: the read before the creation does not depend on the write of the thread. Thread one is the main
   thread. */
static void nothing_before_the_creation(void **state) {
  (void)state;
  char *new = edited(figure_7, "x = 5", "x = 6");
  expect(figure_7, new, &(struct expected){"4", "4", "4 10", ""});
  free(new);
}

/* The same where thread one is a thread of its own, as in the paper. */
static void before_the_creation_in_another_thread(void **state) {
  (void)state;
  static const char source[] = "#include <pthread.h>\n"
                               "int x = 0, seen;\n"
                               "void *thread2(void *p) {\n"
                               "  x = 5;\n"
                               "  return p; }\n"
                               "void *thread1(void *p) {\n"
                               "  int t1 = x;\n"
                               "  seen = t1;\n"
                               "  pthread_t t;\n"
                               "  pthread_create(&t, 0, thread2, 0);\n"
                               "  return p; }\n"
                               "int main(void) {\n"
                               "  pthread_t t;\n"
                               "  pthread_create(&t, 0, thread1, 0);\n"
                               "  return 0; }\n";
  char *new = edited(source, "x = 5", "x = 6");
  expect(source, new, &(struct expected){"4", "4", "4 10 14", ""});
  free(new);
}

/* Where thread one reads behind the creation too, or exists twice, the write is seen. */
static void behind_the_creation_in_another_thread(void **state) {
  (void)state;
  static const char source[] = "#include <pthread.h>\n"
                               "int x = 0, seen, late;\n"
                               "void *thread2(void *p) {\n"
                               "  x = 5;\n"
                               "  return p; }\n"
                               "void *thread1(void *p) {\n"
                               "  seen = x;\n"
                               "  pthread_t t;\n"
                               "  pthread_create(&t, 0, thread2, 0);\n"
                               "  late = x;\n"
                               "  return p; }\n"
                               "int main(void) {\n"
                               "  pthread_t t;\n"
                               "  pthread_create(&t, 0, thread1, 0);\n"
                               "  return 0; }\n";
  char *new = edited(source, "x = 5", "x = 6");
  expect(source, new, &(struct expected){"4", "4 10", "4 9 14", ""});
  free(new);
  char *twice = edited(source, "  return 0;", "  pthread_create(&t, 0, thread1, 0); return 0;");
  new = edited(twice, "x = 5", "x = 6");
  expect(twice, new, &(struct expected){"4", "4 7 10", "4 9 14 15", ""});
  free(new);
  free(twice);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wheel_brake_condition),
      cmocka_unit_test(wheel_brake_statement_removed),
      cmocka_unit_test(wheel_brake_statement_added),
      cmocka_unit_test(two_threads_and_two_assertions),
      cmocka_unit_test(modified_increment),
      cmocka_unit_test(nothing_before_the_creation),
      cmocka_unit_test(before_the_creation_in_another_thread),
      cmocka_unit_test(behind_the_creation_in_another_thread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
