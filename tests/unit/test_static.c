/* Tests of the static layer: the lines of small C programs that slices contain, with how much of each line matters
   (x executed, c checked, v value). */
#include "static_subject.h"

/* The backward slice of all failure sites. */
static void relevant_lines(const char *source, const char *wanted) {
  struct subject t;
  uint32_t checks = 0;
  char text[2000];
  open_subject(&t, source);
  struct static_set targets = static_targets(t.s, checks);
  struct static_slice *slice = static_backward(t.s, &targets, STATIC_FAILING);
  lines_of(&t, slice, text, sizeof text);
  if (strcmp(text, wanted)) static_print(t.s, slice, stderr);
  assert_string_equal(text, wanted);
  static_slice_free(slice);
  static_set_free(&targets);
  close_subject(&t);
}

static void slice_of_line(const char *source, uint32_t line, bool forward, const char *wanted) {
  struct subject t;
  char text[2000];
  open_subject(&t, source);
  struct static_set start = set_of_line(&t, line);
  assert_true(static_set_count(&start) > 0);
  struct static_slice *slice = forward ? static_forward(t.s, &start) : static_backward(t.s, &start, STATIC_WHOLE);
  lines_of(&t, slice, text, sizeof text);
  if (strcmp(text, wanted)) static_print(t.s, slice, stderr);
  assert_string_equal(text, wanted);
  static_slice_free(slice);
  static_set_free(&start);
  close_subject(&t);
}

/* ---- what matters for a failure ---- */

/* Both threads use x and y; only x is looked at. */
static void writes_that_reach_no_assertion_do_not_matter(void **state) {
  (void)state;
  static const char source[] = "#include <pthread.h>\n"
                               "#include <assert.h>\n"
                               "int x, y, a, b;\n"
                               "void *writer(void *p) {\n"
                               "  x = 1;\n"
                               "  y = 1;\n"
                               "  return p; }\n"
                               "void *reader(void *p) {\n"
                               "  a = x;\n"
                               "  b = y;\n"
                               "  if (b) b = 2;\n"
                               "  assert(a == 0 || a == 1);\n"
                               "  return p; }\n"
                               "int main(void) {\n"
                               "  pthread_t t, u;\n"
                               "  pthread_create(&t, 0, writer, 0);\n"
                               "  pthread_create(&u, 0, reader, 0);\n"
                               "  pthread_join(t, 0);\n"
                               "  pthread_join(u, 0);\n"
                               "  return 0; }\n";
  relevant_lines(source, "5v 7x 9v 12v 13x 16v 17v 18v 19v");
}

/* No failure site reads anything: only threads and joins are left. */
static void nothing_shared_matters(void **state) {
  (void)state;
  static const char source[] = "#include <pthread.h>\n"
                               "#include <assert.h>\n"
                               "int x;\n"
                               "void *writer(void *p) {\n"
                               "  for (int i = 0; i < 3; i++) x += i;\n"
                               "  return p; }\n"
                               "int main(void) {\n"
                               "  pthread_t t;\n"
                               "  pthread_create(&t, 0, writer, 0);\n"
                               "  x++;\n"
                               "  pthread_join(t, 0);\n"
                               "  return x; }\n";
  relevant_lines(source, "9v 11v");
}

/* The table holds two functions; a third one is never called. */
static void function_pointers_lead_to_their_functions(void **state) {
  (void)state;
  static const char source[] = "#include <assert.h>\n"
                               "int seen, lost;\n"
                               "int one(int a) { seen = a; return 1; }\n"
                               "int two(int a) { lost = a; return 2; }\n"
                               "int three(int a) { seen = 3; return a; }\n"
                               "int (*table[2])(int) = {one, two};\n"
                               "int main(int argc, char **argv) {\n"
                               "  (void)argv;\n"
                               "  table[argc & 1](argc);\n"
                               "  assert(seen != 5);\n"
                               "  return 0; }\n";
  relevant_lines(source, "3v 9v 10v");
}

/* The value is looked at, the weight is not; both nodes come from one function. */
static void fields_of_heap_structures_are_apart(void **state) {
  (void)state;
  static const char source[] = "#include <assert.h>\n"
                               "#include <stdlib.h>\n"
                               "struct node { struct node *next; int value, weight; };\n"
                               "struct node *make(int v) {\n"
                               "  struct node *n = malloc(sizeof *n);\n"
                               "  n->value = v;\n"
                               "  n->weight = v + 1;\n"
                               "  n->next = 0;\n"
                               "  return n; }\n"
                               "int main(int argc, char **argv) {\n"
                               "  (void)argv;\n"
                               "  struct node *a = make(argc), *b = make(2);\n"
                               "  a->next = b;\n"
                               "  struct node *c = a->next;\n"
                               "  c->weight = argc * 7;\n"
                               "  b->value = argc * 5;\n"
                               "  assert(a->next->value != 10);\n"
                               "  return a->weight; }\n";
  relevant_lines(source, "5v 6v 7c 8v 9v 12v 13v 14v 15c 16v 17v 18c");
}

/* What is stored in one buffer does not reach the other one. */
static void objects_of_different_calls_are_apart(void **state) {
  (void)state;
  static const char source[] = "#include <assert.h>\n"
                               "#include <stdlib.h>\n"
                               "int *make(void) { return malloc(sizeof(int)); }\n"
                               "int main(int argc, char **argv) {\n"
                               "  (void)argv;\n"
                               "  int *a = make();\n"
                               "  int *b = make();\n"
                               "  int c = argc * 3;\n"
                               "  int d = argc * 5;\n"
                               "  *a = c;\n"
                               "  *b = d;\n"
                               "  assert(*a != 9);\n"
                               "  return *b; }\n";
  relevant_lines(source, "3v 6v 7v 8v 10v 11c 12v 13c");
}

/* The counted loop ends for certain, the other one perhaps not. */
static void a_loop_that_may_not_end_matters_for_what_follows(void **state) {
  (void)state;
  static const char source[] = "#include <assert.h>\n"
                               "int g, h;\n"
                               "int main(int argc, char **argv) {\n"
                               "  (void)argv;\n"
                               "  for (int i = 0; i < 10; i++) g += i;\n"
                               "  int n = argc;\n"
                               "  while (n != 1) {\n"
                               "    n = n & 1 ? 3 * n + 1 : n / 2;\n"
                               "    h++;\n"
                               "  }\n"
                               "  assert(argc > 0);\n"
                               "  return g + h; }\n";
  relevant_lines(source, "7v 8v 11v");
}

/* A thread that waits for a flag is a failure site: it may wait for ever. The counter beside it does not matter. */
static void waiting_loops_matter(void **state) {
  (void)state;
  static const char source[] = "#include <pthread.h>\n"
                               "volatile int flag, count, other;\n"
                               "void *wait(void *p) {\n"
                               "  while (!flag)\n"
                               "    count++;\n"
                               "  return p; }\n"
                               "int main(void) {\n"
                               "  pthread_t t;\n"
                               "  pthread_create(&t, 0, wait, 0);\n"
                               "  other = 1;\n"
                               "  flag = 1;\n"
                               "  return 0; }\n";
  relevant_lines(source, "4v 6x 9v 11v");
}

/* Neither what follows abort() nor a function that nobody calls. */
static void code_that_cannot_run_does_not_matter(void **state) {
  (void)state;
  static const char source[] = "#include <assert.h>\n"
                               "#include <stdlib.h>\n"
                               "int g, h;\n"
                               "void nobody(void) { g = 7; assert(g == 8); }\n"
                               "int main(int argc, char **argv) {\n"
                               "  (void)argv;\n"
                               "  g = argc;\n"
                               "  if (argc > 3) {\n"
                               "    h = 1;\n"
                               "    abort();\n"
                               "    g = 5;\n"
                               "  }\n"
                               "  assert(g != 2);\n"
                               "  return 0; }\n";
  relevant_lines(source, "7v 8v 10x 13v");
}

/* The recursive call may end in a stack overflow. */
static void recursion(void **state) {
  (void)state;
  static const char source[] = "#include <assert.h>\n"
                               "int calls, sum;\n"
                               "int down(int n, int m) {\n"
                               "  calls++;\n"
                               "  sum += m;\n"
                               "  if (n == 0) return 1;\n"
                               "  return down(n - 1, m) + 1; }\n"
                               "int main(int argc, char **argv) {\n"
                               "  (void)argv;\n"
                               "  int m = argc * 2;\n"
                               "  int k = down(argc, m);\n"
                               "  assert(k != 4);\n"
                               "  return sum; }\n";
  relevant_lines(source, "6v 7v 10v 11v 12v");
}

/* Two threads of one kind each; the argument of the second one is not looked at. */
static void an_argument_reaches_its_thread_only(void **state) {
  (void)state;
  static const char source[] = "#include <pthread.h>\n"
                               "#include <assert.h>\n"
                               "int a, b, r, q;\n"
                               "void *first(void *p) {\n"
                               "  r = *(int *)p;\n"
                               "  return 0; }\n"
                               "void *second(void *p) {\n"
                               "  q = *(int *)p;\n"
                               "  return 0; }\n"
                               "int main(int argc, char **argv) {\n"
                               "  (void)argv;\n"
                               "  pthread_t t, u;\n"
                               "  a = argc;\n"
                               "  b = argc + 1;\n"
                               "  pthread_create(&t, 0, first, &a);\n"
                               "  pthread_create(&u, 0, second, &b);\n"
                               "  pthread_join(t, 0);\n"
                               "  pthread_join(u, 0);\n"
                               "  assert(r != 3);\n"
                               "  return q; }\n";
  relevant_lines(source, "5v 8c 13v 15v 16v 17v 18v 19v");
}

/* What the thread returns is compared after the join. */
static void a_result_reaches_its_join(void **state) {
  (void)state;
  static const char source[] = "#include <pthread.h>\n"
                               "#include <assert.h>\n"
                               "int x, y;\n"
                               "void *work(void *p) {\n"
                               "  x = 3;\n"
                               "  y = 4;\n"
                               "  return x == 3 ? p : 0; }\n"
                               "int main(void) {\n"
                               "  pthread_t t;\n"
                               "  void *r;\n"
                               "  pthread_create(&t, 0, work, &x);\n"
                               "  pthread_join(t, &r);\n"
                               "  assert(r == &x);\n"
                               "  return y; }\n";
  relevant_lines(source, "5v 7v 11v 12v 13v");
}

/* The structure is copied with memcpy; its pointer leads to x, not to y. */
static void pointers_travel_in_structures(void **state) {
  (void)state;
  static const char source[] = "#include <assert.h>\n"
                               "#include <string.h>\n"
                               "struct pair { int *first, *second; };\n"
                               "int x, y;\n"
                               "int main(int argc, char **argv) {\n"
                               "  (void)argv;\n"
                               "  struct pair a = {&x, &y}, b;\n"
                               "  memcpy(&b, &a, sizeof a);\n"
                               "  int *first = b.first, *second = b.second;\n"
                               "  *first = argc;\n"
                               "  *second = argc * 2;\n"
                               "  assert(x != 4);\n"
                               "  return y; }\n";
  relevant_lines(source, "7v 8v 9v 10v 11c 12v");
}

/* qsort calls the comparison, atexit the handler; the last function is given to nobody. */
static void callbacks_of_the_library(void **state) {
  (void)state;
  static const char source[] = "#include <assert.h>\n"
                               "#include <stdlib.h>\n"
                               "int compared, ended, never;\n"
                               "int compare(const void *a, const void *b) {\n"
                               "  compared++;\n"
                               "  return *(const int *)a - *(const int *)b; }\n"
                               "void at_end(void) {\n"
                               "  ended = compared;\n"
                               "  assert(ended < 9); }\n"
                               "void other(void) { compared = never; }\n"
                               "int main(void) {\n"
                               "  int numbers[2] = {2, 1};\n"
                               "  atexit(at_end);\n"
                               "  qsort(numbers, 2, sizeof *numbers, compare);\n"
                               "  return 0; }\n";
  relevant_lines(source, "5v 6v 8v 9v 12v 13x 14x");
}

/* Initialisation that happens once and a destructor of a key. */
static void keys_and_once(void **state) {
  (void)state;
  static const char source[] = "#include <pthread.h>\n"
                               "#include <assert.h>\n"
                               "pthread_once_t once = PTHREAD_ONCE_INIT;\n"
                               "pthread_key_t key;\n"
                               "int made, destroyed, other;\n"
                               "void make(void) { made = 1; other = 1; }\n"
                               "void destroy(void *p) { destroyed = *(int *)p; }\n"
                               "void *work(void *p) {\n"
                               "  pthread_once(&once, make);\n"
                               "  pthread_setspecific(key, p);\n"
                               "  return 0; }\n"
                               "int main(int argc, char **argv) {\n"
                               "  (void)argv;\n"
                               "  pthread_t t;\n"
                               "  pthread_key_create(&key, destroy);\n"
                               "  pthread_create(&t, 0, work, &argc);\n"
                               "  pthread_join(t, 0);\n"
                               "  assert(made + destroyed != 7);\n"
                               "  return other; }\n";
  relevant_lines(source, "6v 7v 9c 10v 11v 15c 16v 17v 18v");
}

/* A pointer is copied byte by byte, another one is computed with integers. */
static void bytes_of_pointers(void **state) {
  (void)state;
  static const char source[] = "#include <assert.h>\n"
                               "#include <stdint.h>\n"
                               "int x, y, z;\n"
                               "int main(int argc, char **argv) {\n"
                               "  (void)argv;\n"
                               "  int *from = &x, *to;\n"
                               "  for (unsigned i = 0; i < sizeof from; i++) ((char *)&to)[i] = ((char *)&from)[i];\n"
                               "  *to = argc;\n"
                               "  *(int *)((uintptr_t)&y ^ 0) = argc;\n"
                               "  z = argc;\n"
                               "  assert(x + y != 4);\n"
                               "  return z; }\n";
  relevant_lines(source, "6v 7v 8v 9v 11v");
}

/* The second variable argument is a pointer through which the sum is written. */
static void variable_arguments(void **state) {
  (void)state;
  static const char source[] = "#include <assert.h>\n"
                               "#include <stdarg.h>\n"
                               "int sum, other;\n"
                               "void put(int n, ...) {\n"
                               "  va_list all;\n"
                               "  va_start(all, n);\n"
                               "  int value = va_arg(all, int);\n"
                               "  int *into = va_arg(all, int *);\n"
                               "  *into = value;\n"
                               "  other = n;\n"
                               "  va_end(all); }\n"
                               "int main(int argc, char **argv) {\n"
                               "  (void)argv;\n"
                               "  put(1, argc, &sum);\n"
                               "  assert(sum != 3);\n"
                               "  return other; }\n";
  relevant_lines(source, "6v 7v 8v 9v 14x 15v");
}

/* Whoever writes through a number may write x. */
static void an_address_from_an_input_is_any(void **state) {
  (void)state;
  static const char source[] = "#include <assert.h>\n"
                               "#include <stdint.h>\n"
                               "#include <heddle.h>\n"
                               "int x;\n"
                               "int main(void) {\n"
                               "  uintptr_t a;\n"
                               "  heddle_symbolic(&a, sizeof a, \"a\");\n"
                               "  *(int *)(a & ~(uintptr_t)3) = 5;\n"
                               "  assert(x != 5);\n"
                               "  return 0; }\n";
  relevant_lines(source, "7v 8v 9v");
}

/* The assumption on a is one side of a branch, the value of b goes nowhere. */
static void assumptions_decide_what_follows(void **state) {
  (void)state;
  static const char source[] = "#include <assert.h>\n"
                               "#include <heddle.h>\n"
                               "int main(void) {\n"
                               "  int a, b;\n"
                               "  heddle_symbolic(&a, sizeof a, \"a\");\n"
                               "  heddle_symbolic(&b, sizeof b, \"b\");\n"
                               "  heddle_assume(a > 3);\n"
                               "  if (b > 4) b++;\n"
                               "  assert(a != 5);\n"
                               "  return b; }\n";
  relevant_lines(source, "5v 7v 9v");
}

/* ---- from one line ---- */

/* The call of twice() for y is affected, and so is its body, but not the other call. */
static void a_write_affects_what_another_thread_does(void **state) {
  (void)state;
  slice_of_line(two_threads, 5, true, "3v 5v 8x 9c 10v 19c");
}

static void a_value_depends_on_another_thread(void **state) {
  (void)state;
  slice_of_line(two_threads, 10, false, "3v 5v 8v 9v 10v 15x 16x");
}

/* Everything behind a call that may not return depends on it, also in the caller. */
static void a_call_that_may_not_return_decides_what_follows(void **state) {
  (void)state;
  static const char source[] = "#include <stdlib.h>\n"
                               "int g, h;\n"
                               "void stop(int n) {\n"
                               "  if (n > 3) exit(1);\n"
                               "  h = n;\n"
                               "}\n"
                               "int main(int argc, char **argv) {\n"
                               "  (void)argv;\n"
                               "  int n = argc * 2;\n"
                               "  stop(n);\n"
                               "  g = 1;\n"
                               "  return 0; }\n";
  slice_of_line(source, 11, false, "4v 6x 9v 10c 11v");
  slice_of_line(source, 9, true, "4v 5v 6v 9v 10c 11v 12v");
}

/* The function is called twice; only the first call is asked about. */
static void calls_of_one_function_are_apart(void **state) {
  (void)state;
  static const char source[] = "int g, h;\n"
                               "static int add(int a, int b) { return a + b; }\n"
                               "int main(int argc, char **argv) {\n"
                               "  (void)argv;\n"
                               "  int i = argc * 2;\n"
                               "  int k = argc * 3;\n"
                               "  g = add(i, 1);\n"
                               "  h = add(k, 1);\n"
                               "  return 0; }\n";
  slice_of_line(source, 7, false, "2v 5v 7v");
  slice_of_line(source, 8, false, "2v 6v 8v");
  slice_of_line(source, 5, true, "2c 5v 7x");
}

/* What is written after the join does not reach the first thread. */
static void nothing_reaches_the_past(void **state) {
  (void)state;
  slice_of_line(in_turn, 4, false, "4v 11v 12x 13v");
  slice_of_line(in_turn, 7, false, "7v 11v 12v 13v 14v 15v 16x 17v");
  slice_of_line(in_turn, 15, true, "7x 15v");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_that_reach_no_assertion_do_not_matter),
      cmocka_unit_test(nothing_shared_matters),
      cmocka_unit_test(function_pointers_lead_to_their_functions),
      cmocka_unit_test(fields_of_heap_structures_are_apart),
      cmocka_unit_test(objects_of_different_calls_are_apart),
      cmocka_unit_test(a_loop_that_may_not_end_matters_for_what_follows),
      cmocka_unit_test(code_that_cannot_run_does_not_matter),
      cmocka_unit_test(waiting_loops_matter),
      cmocka_unit_test(recursion),
      cmocka_unit_test(an_argument_reaches_its_thread_only),
      cmocka_unit_test(a_result_reaches_its_join),
      cmocka_unit_test(pointers_travel_in_structures),
      cmocka_unit_test(callbacks_of_the_library),
      cmocka_unit_test(keys_and_once),
      cmocka_unit_test(bytes_of_pointers),
      cmocka_unit_test(variable_arguments),
      cmocka_unit_test(an_address_from_an_input_is_any),
      cmocka_unit_test(assumptions_decide_what_follows),
      cmocka_unit_test(a_write_affects_what_another_thread_does),
      cmocka_unit_test(a_value_depends_on_another_thread),
      cmocka_unit_test(a_call_that_may_not_return_decides_what_follows),
      cmocka_unit_test(calls_of_one_function_are_apart),
      cmocka_unit_test(nothing_reaches_the_past),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
