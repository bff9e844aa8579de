/* Tests of explanations: small programs with several threads are explored by the built heddle, and its JSON is asked
   how many switches are left, what the steps say, and whether the rewritten test still leads to the failure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../scratch.h"

static char folder[SCRATCH_BYTES];
static char heddle[4096]; /* the program beside the directory of this test */

static int open_folder(void **state) {
  (void)state;
  ssize_t n = readlink("/proc/self/exe", heddle, sizeof heddle - 16);
  if (n < 0 || !mkdtemp(scratch_name(folder, "heddle-explain-XXXXXX"))) return -1;
  heddle[n] = 0;
  *strrchr(heddle, '/') = 0;
  strcpy(strrchr(heddle, '/'), "/heddle");
  return 0;
}

static int remove_folder(void **state) {
  char command[SCRATCH_BYTES + 16];
  (void)state;
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command);
}

/* What a command with these arguments writes as JSON; its exit code. */
static json_t *json_of(const char *arguments, int *code) {
  char command[8192];
  snprintf(command, sizeof command, "cd %s && %s %s --json", folder, heddle, arguments);
  FILE *in = popen(command, "r");
  assert_non_null(in);
  json_error_t error;
  json_t *json = json_loadf(in, 0, &error);
  int status = pclose(in);
  if (!json) fail_msg("%s: not JSON: %s", arguments, error.text);
  *code = WEXITSTATUS(status);
  return json;
}

static json_t *explore(const char *source, const char *options, int wanted_code) {
  char path[400], arguments[400];
  int code;
  snprintf(path, sizeof path, "%s/p.c", folder);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(source, out);
  fclose(out);
  snprintf(arguments, sizeof arguments, "run p.c %s", options);
  json_t *json = json_of(arguments, &code);
  assert_int_equal(code, wanted_code);
  return json;
}

static const char *text_at(json_t *object, const char *name) {
  const char *text = json_string_value(json_object_get(object, name));
  return text ? text : "";
}
static json_int_t number_at(json_t *object, const char *name) {
  return json_integer_value(json_object_get(object, name));
}

static json_t *failure_of(json_t *json) {
  json_t *failures = json_object_get(json, "failures");
  assert_int_equal(json_array_size(failures), 1);
  return json_array_get(failures, 0);
}

/* How many steps say this, in that thread ("": any). */
static unsigned count_steps(json_t *failure, const char *thread, const char *text) {
  json_t *schedule = json_object_get(failure, "schedule");
  unsigned n = 0;
  for (size_t i = 0; i < json_array_size(schedule); i++) {
    json_t *step = json_array_get(schedule, i);
    if ((!*thread || !strcmp(text_at(step, "thread"), thread)) && !strcmp(text_at(step, "text"), text)) n++;
  }
  return n;
}

static unsigned count_of_thread(json_t *failure, const char *thread) {
  json_t *schedule = json_object_get(failure, "schedule");
  unsigned n = 0;
  for (size_t i = 0; i < json_array_size(schedule); i++)
    n += !strcmp(text_at(json_array_get(schedule, i), "thread"), thread);
  return n;
}

/* The test that the report names leads to the same failure over the same path. */
static void replays(json_t *failure) {
  char arguments[400];
  int code;
  snprintf(arguments, sizeof arguments, "replay %s", text_at(failure, "test"));
  json_t *json = json_of(arguments, &code), *replay = json_object_get(json, "replay");
  assert_int_equal(code, 1);
  assert_true(json_is_true(json_object_get(replay, "verdict_agrees")));
  assert_true(json_is_true(json_object_get(replay, "path_agrees")));
  assert_true(json_is_false(json_object_get(replay, "diverged")));
  json_t *again = failure_of(json);
  assert_int_equal(number_at(again, "switches"), number_at(failure, "switches"));
  assert_int_equal(json_array_size(json_object_get(again, "schedule")),
                   json_array_size(json_object_get(failure, "schedule")));
  json_decref(json);
}

/* ---- simplifying ---- */

static const char reorder[] = "#include <pthread.h>\n"
                              "#include <assert.h>\n"
                              "volatile int a, b;\n"
                              "void *set(void *p) { a = 1; b = -1; return p; }\n"
                              "void *check(void *p) { int x = a, y = b; assert(!(x == 0 && y == -1)); return p; }\n"
                              "int main(void) {\n"
                              "  pthread_t t[4];\n"
                              "  for (int k = 0; k < 3; k++) pthread_create(&t[k], 0, set, 0);\n"
                              "  pthread_create(&t[3], 0, check, 0);\n"
                              "  for (int k = 0; k < 4; k++) pthread_join(t[k], 0);\n"
                              "}\n";

static void one_setter_between_two_reads(void **state) {
  (void)state;
  json_t *json = explore(reorder, "", 1), *failure = failure_of(json);
  assert_int_equal(number_at(failure, "switches"), 2);
  assert_true(number_at(failure, "switches_found") >= 2);
  assert_int_equal(count_steps(failure, "main.4", "reads a = 0"), 1);
  assert_int_equal(count_steps(failure, "main.4", "reads b = -1"), 1);
  assert_int_equal(count_steps(failure, "", "writes b = -1"), 1);
  assert_int_equal(
      count_of_thread(failure, "main.1") + count_of_thread(failure, "main.2") + count_of_thread(failure, "main.3"), 2);
  replays(failure);
  json_decref(json);
}

/* Three switches are needed: away after the read, back for the write, and to main. */
static void a_lost_update_takes_three_switches(void **state) {
  (void)state;
  static const char source[] = "#include <pthread.h>\n"
                               "#include <assert.h>\n"
                               "int x, noise;\n"
                               "void *add(void *p) { noise++; x = x + 1; noise++; return p; }\n"
                               "int main(void) {\n"
                               "  pthread_t t[2];\n"
                               "  for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, add, 0);\n"
                               "  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);\n"
                               "  assert(x == 2);\n"
                               "}\n";
  json_t *json = explore(source, "", 1), *failure = failure_of(json);
  assert_int_equal(number_at(failure, "switches"), 3);
  assert_int_equal(count_steps(failure, "", "reads x = 0"), 2);
  assert_int_equal(count_steps(failure, "", "writes x = 1"), 2);
  assert_int_equal(count_steps(failure, "main", "joins main.2"), 1);
  replays(failure);
  json_decref(json);
}

/* What a thread does to memory of no importance is told to be of none; with an input that decides. */
static void steps_that_do_not_matter_are_told_apart(void **state) {
  (void)state;
  static const char source[] = "#include <pthread.h>\n"
                               "#include <assert.h>\n"
                               "int __VERIFIER_nondet_int(void);\n"
                               "int x, own;\n"
                               "void *set(void *p) { own = 5; own = 6; x = *(int *)p; own = 7; return p; }\n"
                               "int main(void) {\n"
                               "  int in = __VERIFIER_nondet_int();\n"
                               "  pthread_t t;\n"
                               "  pthread_create(&t, 0, set, &in);\n"
                               "  assert(x != 42);\n"
                               "  pthread_join(t, 0);\n"
                               "}\n";
  json_t *json = explore(source, "", 1), *failure = failure_of(json), *schedule = json_object_get(failure, "schedule");
  assert_int_equal(number_at(failure, "switches"), 1);
  assert_int_equal(count_steps(failure, "main.1", "writes x = 42"), 1);
  assert_int_equal(count_steps(failure, "main.1", "writes own = 7"), 0);
  for (size_t i = 0; i < json_array_size(schedule); i++) {
    json_t *step = json_array_get(schedule, i);
    if (!strcmp(text_at(step, "object"), "own")) assert_true(json_is_false(json_object_get(step, "matters")));
    if (!strcmp(text_at(step, "object"), "x")) assert_true(json_is_true(json_object_get(step, "matters")));
  }
  replays(failure);
  json_decref(json);
}

/* ---- deadlocks ---- */

static json_t *wait_of(json_t *failure, const char *thread) {
  json_t *waits = json_object_get(failure, "waits");
  for (size_t i = 0; i < json_array_size(waits); i++)
    if (!strcmp(text_at(json_array_get(waits, i), "thread"), thread)) return json_array_get(waits, i);
  fail_msg("%s does not wait", thread);
  return NULL;
}

static void a_lock_cycle_is_told(void **state) {
  (void)state;
  static const char source[] = "#include <pthread.h>\n"
                               "pthread_mutex_t fork_[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};\n"
                               "void *eat(void *p) {\n"
                               "  long i = (long)p;\n"
                               "  pthread_mutex_lock(&fork_[i]);\n"
                               "  pthread_mutex_lock(&fork_[1 - i]);\n"
                               "  pthread_mutex_unlock(&fork_[1 - i]);\n"
                               "  pthread_mutex_unlock(&fork_[i]);\n"
                               "  return p;\n"
                               "}\n"
                               "int main(void) {\n"
                               "  pthread_t t[2];\n"
                               "  for (long k = 0; k < 2; k++) pthread_create(&t[k], 0, eat, (void *)k);\n"
                               "  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);\n"
                               "}\n";
  json_t *json = explore(source, "", 1), *failure = failure_of(json), *wait = wait_of(failure, "main.1");
  assert_int_equal(number_at(failure, "switches"), 1);
  assert_string_equal(text_at(wait, "object"), "fork_[1]");
  assert_string_equal(text_at(wait, "held_by"), "main.2");
  assert_int_equal(number_at(json_object_get(wait, "place"), "line"), 6);
  assert_int_equal(number_at(json_object_get(wait, "held_since"), "line"), 5);
  assert_string_equal(text_at(wait_of(failure, "main"), "object"), "the end of main.1");
  assert_int_equal(count_steps(failure, "main.1", "locks fork_[0]"), 1);
  replays(failure);
  json_decref(json);
}

static void a_lost_wakeup_is_told(void **state) {
  (void)state;
  static const char source[] = "#include <pthread.h>\n"
                               "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                               "pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n"
                               "void *get(void *p) {\n"
                               "  pthread_mutex_lock(&m);\n"
                               "  pthread_cond_wait(&c, &m);\n"
                               "  pthread_mutex_unlock(&m);\n"
                               "  return p;\n"
                               "}\n"
                               "int main(void) {\n"
                               "  pthread_t t;\n"
                               "  pthread_create(&t, 0, get, 0);\n"
                               "  pthread_cond_signal(&c);\n"
                               "  pthread_join(t, 0);\n"
                               "}\n";
  json_t *json = explore(source, "", 1), *failure = failure_of(json);
  assert_string_equal(text_at(failure, "kind"), "deadlock");
  assert_int_equal(count_steps(failure, "main", "signals c: nobody waits"), 1);
  assert_string_equal(text_at(wait_of(failure, "main.1"), "object"), "a signal on c");
  assert_int_equal(number_at(failure, "switches"), 1);
  replays(failure);
  json_decref(json);
}

/* ---- memory, races, threads left alone ---- */

static const char removal[] = "#include <pthread.h>\n"
                              "#include <stdlib.h>\n"
                              "struct node { long key; struct node *next; } *head;\n"
                              "void *reader(void *p) { struct node *n = head; return n ? n->next : p; }\n"
                              "void *remover(void *p) {\n"
                              "  struct node *n = head;\n"
                              "  head = 0;\n"
                              "  free(n);\n"
                              "  return p;\n"
                              "}\n"
                              "int main(void) {\n"
                              "  pthread_t t[2];\n"
                              "  head = calloc(1, sizeof *head);\n"
                              "  pthread_create(&t[0], 0, reader, 0);\n"
                              "  pthread_create(&t[1], 0, remover, 0);\n"
                              "  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);\n"
                              "}\n";

static void use_after_free_names_the_object(void **state) {
  (void)state;
  json_t *json = explore(removal, "", 1), *failure = failure_of(json);
  assert_string_equal(text_at(failure, "kind"), "memory");
  assert_int_equal(number_at(failure, "switches"), 2);
  assert_int_equal(count_steps(failure, "main.1", "reads head = &heap:13"), 1);
  assert_int_equal(count_steps(failure, "main.2", "frees heap:13"), 1);
  replays(failure);
  json_decref(json);
}

static void a_race_has_two_places(void **state) {
  (void)state;
  json_t *json = explore(removal, "--check=memory,race", 1), *failures = json_object_get(json, "failures"),
         *race = NULL;
  for (size_t i = 0; i < json_array_size(failures) && !race; i++)
    if (!strcmp(text_at(json_array_get(failures, i), "kind"), "race")) race = json_array_get(failures, i);
  assert_non_null(race);
  json_t *other = json_object_get(race, "other"), *schedule = json_object_get(race, "schedule");
  assert_true(json_array_size(json_object_get(other, "stack")) >= 1);
  assert_string_not_equal(text_at(other, "thread"), text_at(race, "thread"));
  size_t n = json_array_size(schedule), marked = 0;
  assert_true(n >= 2);
  for (size_t i = 0; i < n; i++) marked += !strcmp(text_at(json_array_get(schedule, i), "mark"), "race");
  assert_int_equal(marked, 2);
  assert_string_equal(text_at(json_array_get(schedule, n - 2), "mark"), "race");
  assert_string_equal(text_at(json_array_get(schedule, n - 1), "mark"), "race");
  assert_string_not_equal(text_at(json_array_get(schedule, n - 2), "thread"),
                          text_at(json_array_get(schedule, n - 1), "thread"));
  json_decref(json);
}

static void threads_left_alone_are_noted_once(void **state) {
  (void)state;
  static const char source[] = "#include <pthread.h>\n"
                               "void *nothing(void *p) { return p; }\n"
                               "int main(void) {\n"
                               "  pthread_t t[3];\n"
                               "  for (int k = 0; k < 2; k++)\n"
                               "    pthread_create(&t[k], 0, nothing, 0);\n"
                               "  pthread_create(&t[2], 0, nothing, 0);\n"
                               "  pthread_join(t[2], 0);\n"
                               "}\n";
  json_t *json = explore(source, "", 0), *notes = json_object_get(json, "notes");
  assert_int_equal(json_array_size(notes), 1);
  assert_non_null(strstr(json_string_value(json_array_get(notes, 0)), "p.c:6"));
  assert_true(json_is_integer(json_object_get(json_object_get(json, "stats"), "events")));
  json_decref(json);
}

static void without_tests_failures_are_explained_too(void **state) {
  (void)state;
  json_t *json = explore(reorder, "--tests=none", 1), *failure = failure_of(json);
  assert_true(json_is_null(json_object_get(failure, "test")));
  assert_int_equal(number_at(failure, "switches"), 2);
  json_decref(json);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_setter_between_two_reads),
      cmocka_unit_test(a_lost_update_takes_three_switches),
      cmocka_unit_test(steps_that_do_not_matter_are_told_apart),
      cmocka_unit_test(a_lock_cycle_is_told),
      cmocka_unit_test(a_lost_wakeup_is_told),
      cmocka_unit_test(use_after_free_names_the_object),
      cmocka_unit_test(a_race_has_two_places),
      cmocka_unit_test(threads_left_alone_are_noted_once),
      cmocka_unit_test(without_tests_failures_are_explained_too),
  };
  return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
