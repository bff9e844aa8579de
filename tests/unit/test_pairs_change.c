/* Tests of what a change does to pairs: the reasons, in both versions, and the table and JSON that show them. */
#include "pairs_subject.h"

#include "report/augment.h"

/* ---- figure 1 of the ConTesa paper ---- */

static const char contesa[] = "#include <assert.h>\n"
                              "#include <heddle.h>\n"
                              "#include <pthread.h>\n"
                              "static int x, y, z, other;\n"
                              "static pthread_mutex_t lk = PTHREAD_MUTEX_INITIALIZER;\n"
                              "static void *thr1(void *unused) {\n"
                              "  if (y < 0) {\n"
                              "    pthread_mutex_lock(&lk);\n"
                              "    if (x > 3) {\n"
                              "      /* first */\n"
                              "      y = x + 1;\n"
                              "      assert(y != 0);\n"
                              "    } else {\n"
                              "      /* second */\n"
                              "      other = 1;\n"
                              "    }\n"
                              "    pthread_mutex_unlock(&lk);\n"
                              "  }\n"
                              "  if (z < 3) other = 2;\n"
                              "  return 0; }\n"
                              "static void *thr2(void *unused) {\n"
                              "  pthread_mutex_lock(&lk);\n"
                              "  x = y - 1;\n"
                              "  pthread_mutex_unlock(&lk);\n"
                              "  pthread_mutex_lock(&lk);\n"
                              "  if (x < 3 && y == -1)\n"
                              "    y = y + 1;\n"
                              "  pthread_mutex_unlock(&lk);\n"
                              "  return 0; }\n"
                              "int main(void) {\n"
                              "  pthread_t a, b;\n"
                              "  heddle_symbolic(&x, sizeof x, \"x\");\n"
                              "  heddle_symbolic(&y, sizeof y, \"y\");\n"
                              "  heddle_symbolic(&z, sizeof z, \"z\");\n"
                              "  pthread_create(&a, 0, thr1, 0);\n"
                              "  pthread_create(&b, 0, thr2, 0);\n"
                              "  pthread_join(a, 0);\n"
                              "  pthread_join(b, 0);\n"
                              "  return 0; }\n";

/* The paper names 5>16, 16>5, 5>20 and 20>6; here these are 11>23, 23>11, 11>27 and 27>12. It leaves out 5>19 (11>26),
   of the same line for a reader; 3 (9) and 1 (7) read in a section that begins otherwise than it did. Nothing is said
   about z, which no thread writes. */
static void the_example_of_the_paper(void **state) {
  (void)state;
  char *first = edited(contesa, "      /* first */\n", "      pthread_mutex_unlock(&lk);\n");
  char *second = edited(first, "      /* second */\n", "      pthread_mutex_unlock(&lk);\n");
  char *new = edited(second, "    }\n    pthread_mutex_unlock(&lk);\n", "    }\n\n");
  expect_pairs(contesa, new, true,
               "11>23 y thr1>thr2 sl\n"
               "11>26 y thr1>thr2 sl\n"
               "11>27 y thr1>thr2 sl\n"
               "23>9 x thr2>thr1 s\n"
               "23>11 x thr2>thr1 sl\n"
               "27>7 y thr2>thr1 s\n"
               "27>12 y thr2>thr1 sl\n");
  free(first);
  free(second);
  free(new);
}

/* ---- slices ---- */

static const char two[] = "#include <pthread.h>\n"
                          "int a, b, c;\n"
                          "void *writer(void *p) {\n"
                          "  a = 1;\n"
                          "  b = 2;\n"
                          "  c = 3;\n"
                          "  return 0; }\n"
                          "int main(void) {\n"
                          "  pthread_t t;\n"
                          "  pthread_create(&t, 0, writer, 0);\n"
                          "  int sum = a;\n"
                          "  sum += b;\n"
                          "  pthread_join(t, 0);\n"
                          "  return sum; }\n";

static void only_what_is_affected(void **state) {
  (void)state;
  char *value = edited(two, "b = 2", "b = 4"), *gone = edited(two, "  b = 2;\n", "\n"),
       *added = edited(two, "  b = 2;\n", "  b = 2; a = 7;\n");
  expect_pairs(two, value, true, "5>12 b writer>main s\n");
  expect_pairs(two, gone, true, ""); /* the reader is affected, but nobody writes for it any more */
  expect_pairs(two, added, true, "4>11 a writer>main s\n5>11 a writer>main s\n");
  expect_pairs(two, two, true, "");
  free(value);
  free(gone);
  free(added);
}

static const char recursive[] = "#include <pthread.h>\n"
                                "int found;\n"
                                "struct tree { struct tree *left, *right; int key; } leaf, root = {&leaf, 0, 1};\n"
                                "int walk(int *sum, struct tree *at) {\n"
                                "  if (!at) return 0;\n"
                                "  *sum += at->key;\n"
                                "  return walk(sum, at->left) + walk(sum, at->right); }\n"
                                "void *reader(void *p) {\n"
                                "  walk(&found, &root);\n"
                                "  return 0; }\n"
                                "int main(void) {\n"
                                "  pthread_t t;\n"
                                "  pthread_create(&t, 0, reader, 0);\n"
                                "  leaf.key = 3;\n"
                                "  return 0; }\n";

/* A function hands its own parameter to itself. */
static void recursion(void **state) {
  (void)state;
  char *new = edited(recursive, "walk(&found, &root)", "walk(&found, &leaf)");
  expect_pairs(recursive, new, true, "14>6 leaf.key main>reader s\n");
  free(new);
}

/* ---- order ---- */

static const char signals[] = "#include <pthread.h>\n"
                              "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                              "pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n"
                              "int ready, data, late;\n"
                              "void *producer(void *p) {\n"
                              "  data = 1;\n"
                              "  pthread_mutex_lock(&m);\n"
                              "  ready = 1;\n"
                              "  pthread_cond_signal(&c);\n"
                              "  pthread_mutex_unlock(&m);\n"
                              "  late = 2;\n"
                              "  return 0; }\n"
                              "void *watcher(void *p) { return (void *)(long)(data + late); }\n"
                              "int main(void) {\n"
                              "  pthread_t t, u;\n"
                              "  pthread_create(&t, 0, producer, 0);\n"
                              "  pthread_create(&u, 0, watcher, 0);\n"
                              "  pthread_mutex_lock(&m);\n"
                              "  while (!ready) pthread_cond_wait(&c, &m);\n"
                              "  pthread_mutex_unlock(&m);\n"
                              "  int seen = data;\n"
                              "  pthread_join(t, 0);\n"
                              "  pthread_join(u, 0);\n"
                              "  return seen; }\n";

/* What comes before the signal is ordered by it, whoever reads it. What comes after it is not; that it is in the slice
   is because it follows a lock that the waiting thread holds for longer. */
static void a_signal_deleted(void **state) {
  (void)state;
  char *new = edited(signals, "  pthread_cond_signal(&c);\n", "\n");
  expect_pairs(signals, new, true,
               "6>13 data producer>watcher w\n"
               "6>21 data producer>main sw\n"
               "8>19 ready producer>main sw\n"
               "11>13 late producer>watcher s\n");
  free(new);
}

static void a_wait_that_became_conditional(void **state) {
  (void)state;
  char *new = edited(signals, "  while (!ready) pthread_cond_wait", "  if (!ready) pthread_cond_wait");
  struct versions v;
  open_versions(&v, signals, new);
  struct pairs *pairs = pairs_open(v.p[NEW], v.change, v.impact);
  bool found = false;
  for (uint32_t i = 0; i < pairs->list.count; i++)
    found |= line_at(v.p[NEW], pairs->list.data[i].reader) == 21 && pairs->list.data[i].reasons & PAIR_WAITS;
  assert_true(found);
  pairs_close(pairs);
  close_versions(&v);
  free(new);
}

static const char joined[] = "#include <pthread.h>\n"
                             "int data;\n"
                             "void *work(void *p) {\n"
                             "  data = 1;\n"
                             "  return 0; }\n"
                             "int main(void) {\n"
                             "  pthread_t t;\n"
                             "  data = 0;\n"
                             "  pthread_create(&t, 0, work, 0);\n"
                             "  pthread_join(t, 0);\n"
                             "  int seen = data;\n"
                             "  return seen; }\n";

/* The thread writes before or after the read now. */
static void a_join_deleted(void **state) {
  (void)state;
  char *new = edited(joined, "  pthread_join(t, 0);\n", "\n");
  expect_pairs(joined, new, true, "4>11 data work>main sw\n");
  free(new);
}

/* A creation orders what is never in parallel, too: who is created reads what was written before. */
static void a_creation_that_became_conditional(void **state) {
  (void)state;
  char *reads = edited(joined, "  data = 1;\n", "  return (void *)(long)data;\n"),
       *new = edited(reads, "  pthread_create(", "  if (data == 0) pthread_create(");
  expect_pairs(reads, new, true, "8>4 data main>work sw\n");
  free(reads);
  free(new);
}

static const char flagged[] = "#include <pthread.h>\n"
                              "#include <stdatomic.h>\n"
                              "int data, more;\n"
                              "atomic_int ready;\n"
                              "void *producer(void *p) {\n"
                              "  data = 1;\n"
                              "  atomic_store(&ready, 1);\n"
                              "  more = 2;\n"
                              "  return 0; }\n"
                              "void *watcher(void *p) { return (void *)(long)(data + more); }\n"
                              "int main(void) {\n"
                              "  pthread_t t, u;\n"
                              "  pthread_create(&t, 0, producer, 0);\n"
                              "  pthread_create(&u, 0, watcher, 0);\n"
                              "  while (!atomic_load(&ready)) {}\n"
                              "  int seen = data;\n"
                              "  return seen; }\n";

/* The flag is set to another value: what was written before it, and what is read behind the loop, is ordered
   otherwise. */
static void a_flag_that_a_loop_waits_for(void **state) {
  (void)state;
  char *new = edited(flagged, "&ready, 1", "&ready, 2");
  expect_pairs(flagged, new, true,
               "6>10 data producer>watcher f\n"
               "6>16 data producer>main sf\n"
               "7>15 ready producer>main sf\n");
  char *counting = edited(flagged, "while (!atomic_load(&ready)) {}", "for (int i = 0; i < ready; i++) {}"),
       *other = edited(counting, "&ready, 1", "&ready, 2");
  expect_pairs(counting, other, true,
               "6>16 data producer>main s\n"
               "7>15 ready producer>main s\n"); /* it counts: not a flag */
  free(new);
  free(counting);
  free(other);
}

/* ---- the report ---- */

static void rows_of(const struct pairs *pairs, struct augment_row rows[3]) {
  assert_int_equal(pairs->list.count, 3);
  rows[0] = (struct augment_row){&pairs->list.data[0], AUGMENT_COVERED, "test000002", "flipped"};
  rows[1] = (struct augment_row){&pairs->list.data[1], AUGMENT_INFEASIBLE, NULL, "explored"};
  rows[2] = (struct augment_row){&pairs->list.data[2], AUGMENT_OPEN, NULL, NULL};
}

static char *table_of(const struct versions *v, const struct augment_row *rows, enum report_level level, bool colour) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  struct pen pen = {.out = out, .program = v->p[NEW], .colour = colour};
  augment_text(&pen, v->p[NEW], rows, 3, level);
  fclose(out);
  for (char *at; (at = strstr(text, "heddle-pairs-"));) { /* the name of the file is as long every time */
    memcpy(at, "FILE", 4);
    memmove(at + 4, strchr(at, ':'), strlen(strchr(at, ':')) + 1);
  }
  return text;
}

static void the_table(void **state) {
  (void)state;
  char *new = edited(flagged, "&ready, 1", "&ready, 2");
  struct versions v;
  struct augment_row rows[3];
  open_versions(&v, flagged, new);
  struct pairs *pairs = pairs_open(v.p[NEW], v.change, v.impact);
  rows_of(pairs, rows);
  char *text = table_of(&v, rows, REPORT_NORMAL, false), *quiet = table_of(&v, rows, REPORT_QUIET, false),
       *colour = table_of(&v, rows, REPORT_QUIET, true);
  char *squeezed = text; /* blanks after the names of files are as many as the names are long */
  assert_non_null(strstr(
      squeezed, "FILE:6  FILE:10  data      producer -> watcher  flag         covered     test000002 (flipped)\n"));
  assert_non_null(
      strstr(squeezed, "FILE:6  FILE:16  data      producer -> main     slice, flag  infeasible  explored\n"));
  assert_non_null(strstr(squeezed, "FILE:7  FILE:15  ready     producer -> main     slice, flag  open\n"));
  assert_non_null(strstr(squeezed, "3 pairs: 1 covered, 1 infeasible, 1 open\n"));
  expect_text(quiet, "3 pairs: 1 covered, 1 infeasible, 1 open\n");
  assert_non_null(strstr(colour, "\033[1;32m1 covered\033[0m"));
  free(text);
  free(quiet);
  free(colour);
  pairs_close(pairs);
  close_versions(&v);
  free(new);
}

static void the_objects(void **state) {
  (void)state;
  char *new = edited(flagged, "&ready, 1", "&ready, 2");
  struct versions v;
  struct augment_row rows[3];
  open_versions(&v, flagged, new);
  struct pairs *pairs = pairs_open(v.p[NEW], v.change, v.impact);
  rows_of(pairs, rows);
  json_t *list = augment_json(v.p[NEW], rows, 3), *counts = augment_json_counts(rows, 3);
  json_t *one = json_array_get(list, 1), *writer = json_object_get(one, "writer");
  assert_int_equal(json_array_size(list), 3);
  assert_int_equal(json_integer_value(json_object_get(writer, "line")), 6);
  assert_string_equal(json_string_value(json_object_get(writer, "file")), v.path[NEW]);
  assert_string_equal(json_string_value(json_object_get(writer, "function")), "producer");
  assert_int_equal(json_integer_value(json_object_get(json_object_get(one, "reader"), "line")), 16);
  assert_string_equal(json_string_value(json_object_get(one, "variable")), "data");
  assert_string_equal(json_string_value(json_array_get(json_object_get(one, "reader_threads"), 0)), "main");
  assert_int_equal(json_array_size(json_object_get(one, "reasons")), 2);
  assert_string_equal(json_string_value(json_array_get(json_object_get(one, "reasons"), 1)), "flag");
  assert_string_equal(json_string_value(json_object_get(one, "status")), "infeasible");
  assert_true(json_is_null(json_object_get(one, "test")));
  assert_string_equal(json_string_value(json_object_get(json_array_get(list, 0), "test")), "test000002");
  assert_int_equal(json_integer_value(json_object_get(counts, "affected")), 3);
  assert_int_equal(json_integer_value(json_object_get(counts, "covered")), 1);
  assert_int_equal(json_integer_value(json_object_get(counts, "unknown")), 0);
  json_decref(list);
  json_decref(counts);
  pairs_close(pairs);
  close_versions(&v);
  free(new);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_example_of_the_paper),
      cmocka_unit_test(only_what_is_affected),
      cmocka_unit_test(recursion),
      cmocka_unit_test(a_signal_deleted),
      cmocka_unit_test(a_wait_that_became_conditional),
      cmocka_unit_test(a_join_deleted),
      cmocka_unit_test(a_creation_that_became_conditional),
      cmocka_unit_test(a_flag_that_a_loop_waits_for),
      cmocka_unit_test(the_table),
      cmocka_unit_test(the_objects),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
