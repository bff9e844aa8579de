/* Tests of the static layer on small C programs: the sets of lines that slices contain, with how much of each line matters
   (x executed, c checked, v value), what pointers point to, sharing, control dependence, chains of dependences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/front.h"
#include "static/static.h"
#include "vm/vm.h"

struct subject {
  struct ir_program *p;
  struct statics *s;
};

static void open_subject(struct subject *t, const char *source) {
  char path[] = "/tmp/heddle-static-XXXXXX.c";
  int fd = mkstemps(path, 2);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, source, strlen(source)), (ssize_t)strlen(source));
  close(fd);
  const char *inputs[] = {path};
  struct front_request request = {.inputs = inputs, .ninputs = 1};
  t->p = front_load(&request);
  unlink(path);
  assert_non_null(t->p);
  t->s = static_open(t->p);
}

static void close_subject(struct subject *t) {
  static_close(t->s);
  ir_free(t->p);
}

static bool is_users(const struct subject *t, uint32_t ins) { return !(ir_function_of(t->p, ins)->flags & IR_FN_LIBRARY); }
static uint32_t line_of(const struct subject *t, uint32_t ins) { return t->p->locs[t->p->ins[ins].loc].line; }

/* The lines of the program's own code in the slice, as "3v 4c 7x". In a line with accesses, calls or branches only these count; jumps
   that decide nothing and declarations never do. */
static void lines_of(const struct subject *t, const struct static_slice *slice, char *text, size_t room) {
  enum { LINES = 100 };
  static const char marks[] = {'-', 'x', 'c', 'v'};
  enum static_relevance most[2][LINES] = {0};
  bool has_effect[LINES] = {0};
  for (uint32_t i = 0; i < t->p->nins; i++) {
    uint32_t op = t->p->ins[i].op, line = line_of(t, i), pure = ir_ops[op].class == IR_CLASS_PURE;
    if (!is_users(t, i) || line >= LINES || op == IR_BR || op == IR_ALLOCA || !static_is_live(t->s, i)) continue;
    if (!pure) has_effect[line] = true;
    if (static_relevance(slice, i) > most[pure][line]) most[pure][line] = static_relevance(slice, i);
  }
  text[0] = 0;
  for (uint32_t line = 1; line < LINES; line++) {
    size_t used = strlen(text);
    enum static_relevance found = most[!has_effect[line]][line];
    if (found) snprintf(text + used, room - used, "%s%u%c", used ? " " : "", line, marks[found]);
  }
}

/* The backward slice of all failure sites. */
static void relevant_lines(const char *source, const char *wanted) {
  struct subject t;
  struct static_checks checks = {0};
  char text[2000];
  open_subject(&t, source);
  struct static_set targets = static_targets(t.s, &checks);
  struct static_slice *slice = static_backward(t.s, &targets, STATIC_FAILING);
  lines_of(&t, slice, text, sizeof text);
  if (strcmp(text, wanted)) static_print(t.s, slice, stderr);
  assert_string_equal(text, wanted);
  static_slice_free(slice);
  static_set_free(&targets);
  close_subject(&t);
}

/* Only the instructions of one line. */
static struct static_set set_of_line(const struct subject *t, uint32_t line) {
  struct static_set set = static_set_new(t->s);
  for (uint32_t i = 0; i < t->p->nins; i++)
    if (is_users(t, i) && line_of(t, i) == line && static_is_live(t->s, i)) static_set_add(&set, i);
  return set;
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
  static const char source[] =
                 "#include <pthread.h>\n"
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
  static const char source[] =
                 "#include <pthread.h>\n"
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
  static const char source[] =
                 "#include <assert.h>\n"
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
  static const char source[] =
                 "#include <assert.h>\n"
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
  static const char source[] =
                 "#include <assert.h>\n"
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
  static const char source[] =
                 "#include <assert.h>\n"
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

/* Neither what follows abort() nor a function that nobody calls. */
static void code_that_cannot_run_does_not_matter(void **state) {
  (void)state;
  static const char source[] =
                 "#include <assert.h>\n"
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
  static const char source[] =
                 "#include <assert.h>\n"
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
  static const char source[] =
                 "#include <pthread.h>\n"
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
  static const char source[] =
                 "#include <pthread.h>\n"
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
  static const char source[] =
                 "#include <assert.h>\n"
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
  static const char source[] =
                 "#include <assert.h>\n"
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
  static const char source[] =
                 "#include <pthread.h>\n"
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
  static const char source[] =
                 "#include <assert.h>\n"
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
  static const char source[] =
                 "#include <assert.h>\n"
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
  static const char source[] =
                 "#include <assert.h>\n"
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
  static const char source[] =
                 "#include <assert.h>\n"
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

static const char two_threads[] =
                 "#include <pthread.h>\n"
                 "int x, y, z;\n"
                 "int twice(int n) { return 2 * n; }\n"
                 "void *first(void *p) {\n"
                 "  x = 1;\n"
                 "  return p; }\n"
                 "void *second(void *p) {\n"
                 "  int a = x;\n"
                 "  if (a > 0)\n"
                 "    y = twice(3);\n"
                 "  z = twice(4);\n"
                 "  return p; }\n"
                 "int main(void) {\n"
                 "  pthread_t t, u;\n"
                 "  pthread_create(&t, 0, first, 0);\n"
                 "  pthread_create(&u, 0, second, 0);\n"
                 "  pthread_join(t, 0);\n"
                 "  pthread_join(u, 0);\n"
                 "  return y; }\n";

/* The call of twice() for y is affected, and so is its body, but not the other call. */
static void a_write_affects_what_another_thread_does(void **state) {
  (void)state;
  slice_of_line(two_threads, 5, true, "3v 5v 8c 9c 10v 19c");
}

static void a_value_depends_on_another_thread(void **state) {
  (void)state;
  slice_of_line(two_threads, 10, false, "3v 5v 8v 9v 10v 15x 16x");
}

/* Everything behind a call that may not return depends on it, also in the caller. */
static void a_call_that_may_not_return_decides_what_follows(void **state) {
  (void)state;
  static const char source[] =
                 "#include <stdlib.h>\n"
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
  static const char source[] =
                 "int g, h;\n"
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
  slice_of_line(source, 5, true, "2c 5v 7c");
}

/* ---- chains ---- */

static uint32_t store_in_line(const struct subject *t, uint32_t line) {
  for (uint32_t i = 0; i < t->p->nins; i++)
    if (is_users(t, i) && line_of(t, i) == line && t->p->ins[i].op == IR_STORE) return i;
  fail_msg("no store in line %u", line);
  return 0;
}

static void chain_is(const struct subject *t, uint32_t from, uint32_t to, const char *wanted) {
  struct static_link *links;
  char text[500] = "";
  uint32_t count = static_why(t->s, from, to, &links);
  for (uint32_t i = 0; i < count; i++) {
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s%s %u", i ? ", " : "", static_edge_text(links[i].edge), line_of(t, links[i].ins));
  }
  assert_string_equal(text, wanted);
  free(links);
}

static void chains_of_dependences(void **state) {
  (void)state;
  struct subject t;
  open_subject(&t, two_threads);
  chain_is(&t, store_in_line(&t, 5), store_in_line(&t, 10), "start 5, thread 8, data 9, data 9, control 10");
  chain_is(&t, store_in_line(&t, 10), store_in_line(&t, 5), "");
  chain_is(&t, store_in_line(&t, 5), store_in_line(&t, 11), "");
  close_subject(&t);
}

/* ---- pieces ---- */

/* What the store of a line writes, as "x+4". */
static void store_writes(const struct subject *t, uint32_t line, const char *wanted) {
  struct static_place places[10];
  char text[500] = "";
  uint32_t count = static_writes(t->s, store_in_line(t, line), places, 10);
  for (uint32_t i = 0; i < count && i < 10; i++) {
    size_t used = strlen(text);
    bool global = places[i].kind == STATIC_GLOBAL || places[i].kind == STATIC_TLS;
    snprintf(text + used, sizeof text - used, "%s%s+%d/%u", i ? " " : "",
             global ? ir_text(t->p, t->p->globals[places[i].index].name) : places[i].kind == STATIC_HEAP ? "heap" : "other",
             (int)places[i].offset, places[i].stride);
  }
  assert_string_equal(text, wanted);
}

static void places_of_stores(void **state) {
  (void)state;
  struct subject t;
  open_subject(&t, "#include <stdlib.h>\n"
                   "struct s { long a; int b[4]; struct s *next; } one, many[8], *p;\n"
                   "_Thread_local int own;\n"
                   "int main(int argc, char **argv) {\n"
                   "  (void)argv;\n"
                   "  one.b[1] = 1;\n"
                   "  one.b[argc] = 2;\n"
                   "  many[argc].a = 3;\n"
                   "  p = argc > 1 ? &one : &many[2];\n"
                   "  p->b[0] = 4;\n"
                   "  p->next = malloc(sizeof *p);\n"
                   "  p->next->a = 5;\n"
                   "  own = 6;\n"
                   "  return 0; }\n");
  store_writes(&t, 6, "one+12/0");
  store_writes(&t, 7, "one+0/4");
  store_writes(&t, 8, "many+0/32");
  store_writes(&t, 10, "one+8/0 many+72/0");
  store_writes(&t, 12, "heap+0/0");
  store_writes(&t, 13, "own+0/0");
  close_subject(&t);
}

/* x is used by two threads, y by the many of one kind, z by main alone, and each thread has its own local. */
static void shared_objects(void **state) {
  (void)state;
  struct subject t;
  open_subject(&t, "#include <pthread.h>\n"
                   "int x, y, z, w; _Thread_local int own;\n"
                   "int *cell(int *p) { return p; }\n"
                   "void *one(void *p) {\n"
                   "  x = 1;\n"
                   "  own = 1;\n"
                   "  int local = 0;\n"
                   "  *cell(&local) = 2;\n"
                   "  w = local;\n"
                   "  *(int *)p = 1;\n"
                   "  return 0; }\n"
                   "void *two(void *p) {\n"
                   "  x = 2;\n"
                   "  return 0; }\n"
                   "void *three(void *p) {\n"
                   "  y++;\n"
                   "  return 0; }\n"
                   "int main(void) {\n"
                   "  pthread_t t[5];\n"
                   "  int mine = 0;\n"
                   "  pthread_create(&t[0], 0, one, &mine);\n"
                   "  pthread_create(&t[1], 0, two, 0);\n"
                   "  for (int i = 2; i < 5; i++) pthread_create(&t[i], 0, three, 0);\n"
                   "  z = 1;\n"
                   "  mine = 2;\n"
                   "  return 0; }\n");
  const struct {
    uint32_t line;
    bool shared;
  } stores[] = {{5, true}, {6, false}, {8, false}, {9, false}, {10, true}, {13, true}, {16, true}, {24, false}, {25, true}};
  for (size_t i = 0; i < sizeof stores / sizeof *stores; i++)
    if (static_is_shared_access(t.s, store_in_line(&t, stores[i].line)) != stores[i].shared) fail_msg("line %u", stores[i].line);
  assert_int_equal(static_count(t.s).threads, 3);
  close_subject(&t);
}

/* Before the creation, beside the thread, after the join; and what a second thread that is never joined does. */
static const char in_turn[] =
                 "#include <pthread.h>\n"
                 "int x, y, r, q;\n"
                 "void *first(void *p) {\n"
                 "  r = x;\n"
                 "  return 0; }\n"
                 "void *second(void *p) {\n"
                 "  q = x;\n"
                 "  return 0; }\n"
                 "int main(void) {\n"
                 "  pthread_t t, u;\n"
                 "  x = 1;\n"
                 "  pthread_create(&t, 0, first, 0);\n"
                 "  x = 2;\n"
                 "  pthread_join(t, 0);\n"
                 "  x = 3;\n"
                 "  pthread_create(&u, 0, second, 0);\n"
                 "  x = 4;\n"
                 "  return 0; }\n";

static void parallel_lines(void **state) {
  (void)state;
  struct subject t;
  open_subject(&t, in_turn);
  const struct {
    uint32_t a, b;
    bool parallel;
  } lines[] = {{4, 15, false}, {4, 17, false}, {4, 7, false}, {7, 17, true}, {4, 4, false}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    uint32_t a = store_in_line(&t, lines[i].a), b = store_in_line(&t, lines[i].b);
    if (static_in_parallel(t.s, a, b) != lines[i].parallel) fail_msg("%u %u", lines[i].a, lines[i].b);
    if (static_in_parallel(t.s, b, a) != lines[i].parallel) fail_msg("%u %u", lines[i].b, lines[i].a);
  }
  assert_true(static_in_parallel(t.s, store_in_line(&t, 4), store_in_line(&t, 13)));
  close_subject(&t);
}

/* What is written after the join does not reach the first thread. */
static void nothing_reaches_the_past(void **state) {
  (void)state;
  slice_of_line(in_turn, 4, false, "4v 11v 12x 13v");
  slice_of_line(in_turn, 7, false, "7v 11v 12v 13v 14v 15v 16x 17v");
  slice_of_line(in_turn, 15, true, "7c 15v");
}

/* Every function that the interpreter provides has a model. */
static void all_functions_of_the_interpreter_are_known(void **state) {
  (void)state;
  for (uint32_t i = 0; i < vm_builtin_count(); i++)
    if (!static_knows_function(vm_builtin_name(i))) fail_msg("%s", vm_builtin_name(i));
  assert_false(static_knows_function("sem"));
  assert_false(static_knows_function(""));
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
      cmocka_unit_test(chains_of_dependences),
      cmocka_unit_test(places_of_stores),
      cmocka_unit_test(shared_objects),
      cmocka_unit_test(parallel_lines),
      cmocka_unit_test(nothing_reaches_the_past),
      cmocka_unit_test(all_functions_of_the_interpreter_are_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
