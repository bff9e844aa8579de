/* Tests of the pairs themselves: who may define what whom sees, and what people call it. */
#include "pairs_subject.h"

/* ---- order and threads ---- */

/* Before the creation, beside the thread, after the join; the last write comes after everything but the end. */
static const char in_turn[] = "#include <pthread.h>\n"
                              "int x, y, r;\n"
                              "void *first(void *p) {\n"
                              "  r = x;\n"
                              "  y = 5;\n"
                              "  return 0; }\n"
                              "int main(void) {\n"
                              "  pthread_t t;\n"
                              "  r = y;\n"
                              "  x = 1;\n"
                              "  pthread_create(&t, 0, first, 0);\n"
                              "  x = 2;\n"
                              "  pthread_join(t, 0);\n"
                              "  x = 3;\n"
                              "  return y; }\n";

static void create_and_join_order(void **state) {
  (void)state;
  expect_pairs(NULL, in_turn, true,
               "5>15 y first>main a\n"
               "10>4 x main>first a\n"
               "12>4 x main>first a\n");
}

static const char counter[] = "#include <pthread.h>\n"
                              "int n;\n"
                              "void *count(void *p) {\n"
                              "  n++;\n"
                              "  return 0; }\n"
                              "int main(void) {\n"
                              "  pthread_t t, u;\n"
                              "  pthread_create(&t, 0, count, 0);\n"
                              "  pthread_create(&u, 0, count, 0);\n"
                              "  pthread_join(t, 0);\n"
                              "  pthread_join(u, 0);\n"
                              "  return n; }\n";

static void one_function_in_two_threads(void **state) {
  (void)state;
  expect_pairs(NULL, counter, true, "4>4 n count>count a\n4>12 n count>main a\n");
  char *single = edited(counter, "  pthread_create(&u, 0, count, 0);\n", "  u = t;\n");
  char *once = edited(single, "  pthread_join(u, 0);\n", "\n");
  expect_pairs(NULL, once, true, "4>12 n count>main a\n");
  free(single);
  free(once);
}

static void threads_in_a_loop(void **state) {
  (void)state;
  expect_pairs(NULL,
               "#include <pthread.h>\n"
               "int n;\n"
               "void *count(void *p) {\n"
               "  n++;\n"
               "  return 0; }\n"
               "int main(void) {\n"
               "  pthread_t t[3];\n"
               "  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, count, 0);\n"
               "  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);\n"
               "  return 0; }\n",
               true, "4>4 n count>count a\n");
}

/* The library starts the thread; it is named after the function that the program gave. */
static void threads_of_c11(void **state) {
  (void)state;
  expect_pairs(NULL,
               "#include <threads.h>\n"
               "int x, y;\n"
               "int first(void *p) { x = 1; return 0; }\n"
               "int second(void *p) { y = x; return 0; }\n"
               "int main(void) {\n"
               "  thrd_t t, u;\n"
               "  thrd_create(&t, first, 0);\n"
               "  thrd_create(&u, second, 0);\n"
               "  thrd_join(t, 0);\n"
               "  thrd_join(u, 0);\n"
               "  return 0; }\n",
               true, "3>4 x first>second a\n");
}

/* ---- what counts ---- */

static const char no_data[] = "#include <heddle.h>\n"
                              "#include <pthread.h>\n"
                              "static const int table[2] = {1, 2};\n"
                              "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                              "static pthread_t handle;\n"
                              "static int input, own[2];\n"
                              "static void *work(void *p) {\n"
                              "  int local = table[1];\n"
                              "  pthread_mutex_lock(&m);\n"
                              "  own[0] = local + input;\n"
                              "  pthread_mutex_unlock(&m);\n"
                              "  own[0]++;\n"
                              "  return (void *)(long)own[0]; }\n"
                              "int main(void) {\n"
                              "  void *result;\n"
                              "  heddle_symbolic(&input, sizeof input, \"input\");\n"
                              "  pthread_create(&handle, 0, work, 0);\n"
                              "  own[1] = 3;\n"
                              "  pthread_mutex_lock(&m);\n"
                              "  pthread_mutex_unlock(&m);\n"
                              "  pthread_join(handle, &result);\n"
                              "  return own[1]; }\n";

/* Constants, locals, locks, inputs and results are no data that threads define for each other; neither is what one
   thread has for itself. */
static void what_is_no_pair(void **state) {
  (void)state;
  expect_all(no_data, "");
}

static const char copies[] = "#include <pthread.h>\n"
                             "#include <stdio.h>\n"
                             "#include <string.h>\n"
                             "char name[8], title[8], seen[8], *volatile source = \"abc\";\n"
                             "size_t length;\n"
                             "void *reader(void *p) {\n"
                             "  length = strlen(name);\n"
                             "  memcpy(seen, title, length);\n"
                             "  puts(title);\n"
                             "  return 0; }\n"
                             "int main(void) {\n"
                             "  pthread_t t;\n"
                             "  pthread_create(&t, 0, reader, 0);\n"
                             "  strcpy(name, source);\n"
                             "  strncpy(title, source, 7);\n"
                             "  pthread_join(t, 0);\n"
                             "  return 0; }\n";

/* What the library does to memory that it is given counts at the call, and two calls of one function are not mixed
   up. */
static void calls_of_the_library(void **state) {
  (void)state;
  expect_all(copies, "14>7 name\n15>8 title\n15>9 title\n");
}

static const char handles[] = "#include <pthread.h>\n"
                              "pthread_t first;\n"
                              "void *result;\n"
                              "void *work(void *p) { return 0; }\n"
                              "void *waiter(void *p) {\n"
                              "  pthread_join(first, &result);\n"
                              "  return 0; }\n"
                              "int main(void) {\n"
                              "  pthread_t t;\n"
                              "  pthread_create(&t, 0, waiter, 0);\n"
                              "  pthread_create(&first, 0, work, 0);\n"
                              "  pthread_join(t, 0);\n"
                              "  return result != 0; }\n";

/* The creation writes a handle that another thread may read too early; the join writes a result. */
static void handles_and_results(void **state) {
  (void)state;
  expect_pairs(NULL, handles, true, "6>13 result waiter>main a\n11>6 first main>waiter a\n");
  expect_all("#include <threads.h>\n"
             "thrd_t first;\n"
             "int work(void *p) { return 0; }\n"
             "int waiter(void *p) {\n"
             "  thrd_join(first, 0);\n"
             "  return 0; }\n"
             "int main(void) {\n"
             "  thrd_t t;\n"
             "  thrd_create(&t, waiter, 0);\n"
             "  thrd_create(&first, work, 0);\n"
             "  return 0; }\n",
             "10>5 first\n");
}

static void cleared_memory(void **state) {
  (void)state;
  expect_all("#include <pthread.h>\n"
             "#include <stdlib.h>\n"
             "int *data, seen;\n"
             "void *reader(void *p) {\n"
             "  seen = data[1];\n"
             "  return 0; }\n"
             "int main(void) {\n"
             "  pthread_t t;\n"
             "  data = calloc(4, sizeof *data);\n"
             "  pthread_create(&t, 0, reader, 0);\n"
             "  pthread_join(t, 0);\n"
             "  return 0; }\n",
             "9>5 data\n9>5 heap:9[1]\n");
}

static void atomics(void **state) {
  (void)state;
  expect_all("#include <pthread.h>\n"
             "#include <stdatomic.h>\n"
             "atomic_int n;\n"
             "int *_Atomic p;\n"
             "void *count(void *unused) {\n"
             "  atomic_fetch_add(&n, 1);\n"
             "  return 0; }\n"
             "int main(void) {\n"
             "  pthread_t t;\n"
             "  int old = 0;\n"
             "  pthread_create(&t, 0, count, 0);\n"
             "  atomic_compare_exchange_strong(&n, &old, 7);\n"
             "  pthread_join(t, 0);\n"
             "  return atomic_load(&n); }\n",
             "6>12 n\n6>14 n\n12>6 n\n");
}

/* ---- names ---- */

static const char members[] = "#include <pthread.h>\n"
                              "#include <stdlib.h>\n"
                              "struct node { struct node *next; int value; };\n"
                              "struct { int used; struct { int low, high; } range; int items[4]; } queue;\n"
                              "struct slot { int key; int full; } slots[4];\n"
                              "struct node *list;\n"
                              "long sum;\n"
                              "void *reader(void *p) {\n"
                              "  static int calls;\n"
                              "  calls++;\n"
                              "  sum += queue.range.high;\n"
                              "  for (int i = 0; i < 4; i++) sum += slots[i].full;\n"
                              "  for (struct node *at = list; at; at = at->next) sum += at->value;\n"
                              "  return 0; }\n"
                              "int main(void) {\n"
                              "  pthread_t t, u;\n"
                              "  pthread_create(&t, 0, reader, 0);\n"
                              "  pthread_create(&u, 0, reader, 0);\n"
                              "  queue.range.high = 3;\n"
                              "  slots[queue.used].full = 1;\n"
                              "  struct node *n = malloc(sizeof(struct node));\n"
                              "  n->value = 4;\n"
                              "  n->next = list;\n"
                              "  list = n;\n"
                              "  return 0; }\n";

static void names_of_members(void **state) {
  (void)state;
  expect_all(members, "10>10 calls\n"
                      "11>11 sum\n11>12 sum\n11>13 sum\n"
                      "12>11 sum\n12>12 sum\n12>13 sum\n"
                      "13>11 sum\n13>12 sum\n13>13 sum\n"
                      "19>11 queue.range.high\n"
                      "20>12 slots[].full\n"
                      "22>13 heap:21.value\n"
                      "23>13 heap:21.next\n"
                      "24>13 list\n");
}

/* Names come from the types, not from the text. */
static void names_without_a_source(void **state) {
  (void)state;
  struct versions v;
  open_versions(&v, NULL,
                "#include <pthread.h>\n"
                "struct { int used, full; } queue;\n"
                "int cells[4];\n"
                "void *reader(void *p) { return (void *)(long)(queue.full + cells[3]); }\n"
                "int main(void) {\n"
                "  pthread_t t;\n"
                "  pthread_create(&t, 0, reader, 0);\n"
                "  queue.full = 1;\n"
                "  cells[3] = 1;\n"
                "  return 0; }\n");
  unlink(v.path[NEW]);
  struct pairs *pairs = pairs_open(v.p[NEW], NULL, NULL);
  char *text = pairs_as_text(v.p[NEW], pairs, false);
  expect_text(text, "8>4 queue.full\n9>4 cells[3]\n");
  free(text);
  pairs_close(pairs);
  close_versions(&v);
}

/* ---- the list ---- */

static void the_same_list_every_time(void **state) {
  (void)state;
  struct versions v;
  open_versions(&v, NULL, members);
  struct pairs *a = pairs_open(v.p[NEW], NULL, NULL), *b = pairs_open(v.p[NEW], NULL, NULL);
  assert_true(a->list.count > 10);
  assert_int_equal(a->list.count, b->list.count);
  for (uint32_t i = 0; i < a->list.count; i++) {
    const struct pair *x = &a->list.data[i], *y = &b->list.data[i];
    assert_int_equal(x->writer, y->writer);
    assert_int_equal(x->reader, y->reader);
    assert_string_equal(x->variable, y->variable);
    if (i) assert_true(line_at(v.p[NEW], x[-1].writer) <= line_at(v.p[NEW], x->writer));
    for (uint32_t k = 0; k < i; k++)
      assert_false(a->list.data[k].writer == x->writer && a->list.data[k].reader == x->reader);
  }
  pairs_close(a);
  pairs_close(b);
  close_versions(&v);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(create_and_join_order),
      cmocka_unit_test(one_function_in_two_threads),
      cmocka_unit_test(threads_in_a_loop),
      cmocka_unit_test(threads_of_c11),
      cmocka_unit_test(what_is_no_pair),
      cmocka_unit_test(calls_of_the_library),
      cmocka_unit_test(handles_and_results),
      cmocka_unit_test(cleared_memory),
      cmocka_unit_test(atomics),
      cmocka_unit_test(names_of_members),
      cmocka_unit_test(names_without_a_source),
      cmocka_unit_test(the_same_list_every_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
