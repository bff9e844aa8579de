/* Tests of what counts where targets are given: the accesses and branches that are not free. */
#include "explore/relevance.h"
#include "static_subject.h"

static const char source[] = "#include <pthread.h>\n"
                             "static int x, y;\n"
                             "static void *writer(void *p) {\n"
                             "  x = 1;\n"
                             "  return p; }\n"
                             "static void *reader(void *p) {\n"
                             "  int half[2];\n"
                             "  if (x == 0)\n"
                             "    half[0] = 1;\n"
                             "  y = half[0];\n"
                             "  return p; }\n"
                             "int main(void) {\n"
                             "  pthread_t t, u;\n"
                             "  pthread_create(&t, 0, writer, 0);\n"
                             "  pthread_create(&u, 0, reader, 0);\n"
                             "  pthread_join(t, 0);\n"
                             "  pthread_join(u, 0);\n"
                             "  return 0; }\n";

/* Is some instruction of the line interleaved or decided, where line 10 alone is looked at? */
static bool counts(uint32_t checks, uint32_t line) {
  struct subject t;
  struct relevance r;
  struct explore_config config = {.checks = checks};
  struct explore_goal goal = {0};
  bool free = true;
  open_subject(&t, source);
  struct static_set targets = set_of_line(&t, 10);
  goal.targets = &targets;
  relevance_open(&r, t.p, &config, &goal);
  struct static_set wanted = set_of_line(&t, line);
  for (uint32_t i = 0; i < t.p->nins; i++)
    if (static_set_has(&wanted, i)) free = free && r.flags[i];
  relevance_close(&r);
  static_set_free(&wanted);
  static_set_free(&targets);
  close_subject(&t);
  return !free;
}

static void what_a_read_gives_counts_if_nobody_may_have_written_it(void **state) {
  (void)state;
  uint32_t uninit = 1u << CHECK_MEMORY | 1u << CHECK_UNINIT;
  assert_true(counts(uninit, 4));
  assert_true(counts(uninit, 8));
  assert_true(counts(uninit, 9));
}

static void what_a_read_gives_does_not_count_otherwise(void **state) {
  (void)state;
  assert_false(counts(1u << CHECK_MEMORY, 4));
  assert_true(counts(1u << CHECK_MEMORY, 10));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_a_read_gives_counts_if_nobody_may_have_written_it),
      cmocka_unit_test(what_a_read_gives_does_not_count_otherwise),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
