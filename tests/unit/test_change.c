/* Edits that change something: the right lines with the right status, and nothing else; and the parts of the comparison
   by themselves. */
#include "change_subject.h"

#include "change/inside.h"

/* `found` has a line for each changed line (the new text, or the old one if it was deleted) and each changed global. */
static const struct {
  const char *name;
  struct edit edits[6];
  const char *found;
} cases[] = {
    /* ---- operations and constants ---- */
    {"constant", {{"value * 2", "value * 3"}}, "twice modified static int twice(int value) { return value * 3; }\n"},
    {"operator",
     {{"left - right", "left + right"}},
     "mix modified static int mix(int left, int right) { return left + right; }\n"},
    {"operands exchanged",
     {{"left - right", "right - left"}},
     "mix modified static int mix(int left, int right) { return right - left; }\n"},
    {"comparison", {{"count < LIMIT", "count <= LIMIT"}}, "put modified if (queue.count <= LIMIT) {\n"},
    {"comparison the other way", {{"input > 3", "input < 3"}}, "main modified visitor = input < 3 ? twice : square;\n"},
    {"condition negated", {{"if (!item)", "if (item)"}}, "make modified if (item) abort();\n"},
    {"condition weakened",
     {{"value < 0 &&", "value < 0 ||"}},
     "classify modified if (value < 0 || limit > 10) result -= 1;\n"},
    {"part of a condition dropped",
     {{"value < 0 && limit > 10", "value < 0"}},
     "classify modified if (value < 0) result -= 1;\n"},
    {"shift for a multiplication",
     {{"value * 2", "value << 1"}},
     "twice modified static int twice(int value) { return value << 1; }\n"},
    {"step", {{"    i++;", "    i += 2;"}}, "sum modified i += 2;\n"},
    {"loop bound", {{"from + 2", "from + 3"}}, "producer modified for (int i = from; i < from + 3; i++) {\n"},
    {"result", {{"return found;", "return queue.first;"}}, "take modified return queue.first;\n"},
    {"branches exchanged",
     {{"result -= 1", "RESULT"}, {"result += 1", "result -= 1"}, {"RESULT", "result += 1"}},
     "classify modified if (value < 0 && limit > 10) result += 1;\nclassify modified else result -= 1;\n"},
    {"choice exchanged",
     {{"twice : square", "square : twice"}},
     "main modified visitor = input > 3 ? square : twice;\n"},
    {"case constant", {{"case 2:", "case 3:"}}, "classify modified switch (value & 3) {\n"},
    {"assertion", {{"== 10)", "== 11)"}}, "main modified assert(sum(table, LIMIT) == 11);\n"},
    {"input under another name",
     {{"\"input\"", "\"other\""}},
     "main modified heddle_symbolic(&input, sizeof input, \"other\");\n"},
    {"text of a literal",
     {{"%s %d", "%s: %d"}},
     "greet modified printf(\"%s: %d\\n\", buffer, scale[strlen(buffer) % 3]);\n"},
    {"initialiser of a local", {{"20, 30", "20, 31"}}, "greet modified int scale[3] = {10, 20, 31};\n"},
    {"size of a local", {{"buffer[32]", "buffer[16]"}}, "greet modified static void greet(const char *name) {\n"},
    {"macro in a header",
     {{"LIMIT 4", "LIMIT 3"}, {"{1, 2, 3, 4}", "{1, 2, 3}"}},
     "put modified if (queue.count < LIMIT) {\nmain modified assert(sum(table, LIMIT) == 10);\n"
     "global modified table\n"},
    {"function of a header", {{"value > 100", "value > 90"}}, "clamp modified if (value > 90) return 100;\n"},
    {"enumeration constant",
     {{"GREEN = 5", "GREEN = 8"}},
     "classify modified case 1: result = GREEN; break;\nclassify modified case 2: result = BLUE; break;\n"},
    /* ---- types ---- */
    {"unsigned to signed",
     {{"unsigned limit", "int limit"}},
     "classify modified if (value < 0 && limit > 10) result -= 1;\n"},
    {"signed to unsigned",
     {{"int i = from; i", "unsigned i = from; i"}},
     "producer modified for (unsigned i = from; i < from + 2; i++) {\n"},
    {"narrower type",
     {{"unsigned short small_t", "unsigned char small_t"}},
     "main modified narrow = (small_t)(a->key + input);\nmain modified depth = clamp(mix(narrow, input));\n"},
    {"wider field",
     {{"  int count;", "  long count;"}},
     "put modified if (queue.count < LIMIT) {\nput modified queue.count++;\ntake modified queue.count--;\n"},
    {"wider computation", {{"= key * 3", "= (long)key * 3"}}, "make modified item->weight = (long)key * 3;\n"},
    /* members are known by name, and nothing looks beside one */
    {"fields exchanged", {{"  long weight;\n  struct item *next;", "  struct item *next;\n  long weight;"}}, ""},
    {"larger structure", {{"  struct item *next;", "  struct item *next;\n  int spare[4];"}}, ""},
    {"not volatile any more", {{"static volatile int", "static int"}}, "main modified stopped = 1;\n"},
    {"one object for all threads",
     {{"_Thread_local ", ""}},
     "main modified depth = clamp(mix(narrow, input));\nmain modified return classify(visitor(depth), 7u);\n"
     "global modified depth\n"},
    {"constant table",
     {{"static int table", "static const int table"}},
     "main modified assert(sum(table, LIMIT) == 10);\nglobal modified table\n"},
    {"larger table",
     {{"table[LIMIT]", "table[LIMIT + 1]"}},
     "main modified assert(sum(table, LIMIT) == 10);\nglobal modified table\n"},
    {"alignment",
     {{"static int table", "static _Alignas(64) int table"}},
     "main modified assert(sum(table, LIMIT) == 10);\nglobal modified table\n"},
    /* ---- contents of globals ---- */
    {"initialiser", {{"{1, 2, 3, 4}", "{1, 2, 3, 5}"}}, "global modified table\n"},
    {"initialiser of a scalar", {{"int stopped;", "int stopped = 1;"}}, "global modified stopped\n"},
    {"initialiser of a static local", {{"static int calls;", "static int calls = 1;"}}, "global modified put.calls\n"},
    {"text behind a pointer", {{"\"ready\"", "\"steady\""}}, "global modified banner\n"},
    {"function in an initialiser",
     {{"(*visitor)(int);", "(*visitor)(int);\nstatic int twice(int);\nstatic int square(int);\n"
                           "static int (*const both[])(int) = {twice, square};"},
      {"twice : square", "both[0] : both[1]"}},
     "main modified visitor = input > 3 ? both[0] : both[1];\nglobal added both\n"},
    /* ---- statements ---- */
    {"statement deleted", {{"  stopped = 1;\n", ""}}, "main deleted stopped = 1;\nglobal deleted stopped\n"},
    {"statement added", {{"  free(a);", "  stopped = 2;\n  free(a);"}}, "main added stopped = 2;\n"},
    {"statement moved",
     {{"  calls++;\n", ""}, {"  pthread_cond_signal", "  calls++;\n  pthread_cond_signal"}},
     "put deleted calls++;\nput added calls++;\n"},
    {"loop for a condition",
     {{"while (!queue.first)", "if (!queue.first)"}},
     "take modified if (!queue.first) pthread_cond_wait(&queue.filled, &queue.lock);\n"},
    {"condition around a statement", {{"  stopped = 1;", "  if (input)\n    stopped = 1;"}}, "main added if (input)\n"},
    {"body deleted",
     {{"static void greet(const char *name) {\n  char buffer[32];\n  int scale[3] = {10, 20, 30};\n"
       "  strcpy(buffer, name);\n"
       "  printf(\"%s %d\\n\", buffer, scale[strlen(buffer) % 3]);\n}",
       "static void greet(const char *name) { (void)name; }"}},
     "greet deleted static void greet(const char *name) {\ngreet deleted int scale[3] = {10, 20, 30};\n"
     "greet deleted strcpy(buffer, name);\ngreet deleted printf(\"%s %d\\n\", buffer, scale[strlen(buffer) % 3]);\n"},
    {"assertion deleted",
     {{"  assert(a->weight == a->key * 3);\n", ""}},
     "main deleted assert(a->weight == a->key * 3);\n"},
    {"assertion added", {{"  free(a);", "  assert(input != 7);\n  free(a);"}}, "main added assert(input != 7);\n"},
    {"break deleted", {{"GREEN; break;", "GREEN;"}}, "classify modified case 1: result = GREEN;\n"},
    {"early return",
     {{"  calls++;\n", "  calls++;\n  if (calls > 9) return;\n"}},
     "put added if (calls > 9) return;\n"},
    {"loop left early", {{"    i++;", "    if (total > 8) break;\n    i++;"}}, "sum added if (total > 8) break;\n"},
    /* ---- calls ---- */
    {"argument order",
     {{"mix(narrow, input)", "mix(input, narrow)"}},
     "main modified depth = clamp(mix(input, narrow));\n"},
    {"another callee",
     {{"clamp(mix(narrow", "twice(mix(narrow"}},
     "main modified depth = twice(mix(narrow, input));\nclamp deleted if (value > 100) return 100;\n"
     "clamp deleted return value;\nclamp deleted }\n"},
    {"another library function", {{"abort();", "exit(1);"}}, "make modified if (!item) exit(1);\n"},
    {"one more parameter",
     {{"int clamp(int value) {", "int clamp(int value, int top) {"},
      {"value > 100) return 100", "value > top) return top"},
      {"clamp(mix(narrow, input))", "clamp(mix(narrow, input), 100)"}},
     "main modified depth = clamp(mix(narrow, input), 100);\nclamp modified if (value > top) return top;\n"},
    {"recursion",
     {{"return left - right;", "return left > 9 ? mix(left - 1, right) : left - right;"}},
     "mix modified static int mix(int left, int right) { return left > 9 ? mix(left - 1, right) : left - right; }\n"},
    {"constructor added",
     {{"int main(void) {", "__attribute__((constructor)) static void begin(void) { stopped = 3; }\nint main(void) {"}},
     "begin added __attribute__((constructor)) static void begin(void) { stopped = 3; }\n"},
    /* ---- threads ---- */
    {"lock deleted",
     {{"  struct item *found;\n  pthread_mutex_lock(&queue.lock);\n", "  struct item *found;\n"}},
     "take deleted pthread_mutex_lock(&queue.lock);\n"},
    {"lock added",
     {{"  stopped = 1;", "  pthread_mutex_lock(&queue.lock);\n  stopped = 1;"}},
     "main added pthread_mutex_lock(&queue.lock);\n"},
    {"lock moved",
     {{"  pthread_mutex_lock(&queue.lock);\n  calls++;", "  calls++;\n  pthread_mutex_lock(&queue.lock);"}},
     "put deleted pthread_mutex_lock(&queue.lock);\nput added pthread_mutex_lock(&queue.lock);\n"},
    {"unlock before the signal",
     {{"  pthread_cond_signal(&queue.filled);\n  pthread_mutex_unlock(&queue.lock);",
       "  pthread_mutex_unlock(&queue.lock);\n  pthread_cond_signal(&queue.filled);"}},
     "put deleted pthread_cond_signal(&queue.filled);\nput added pthread_cond_signal(&queue.filled);\n"},
    {"all are woken", {{"cond_signal", "cond_broadcast"}}, "put modified pthread_cond_broadcast(&queue.filled);\n"},
    {"join deleted", {{"  pthread_join(thread, NULL);\n", ""}}, "main deleted pthread_join(thread, NULL);\n"},
    {"join earlier",
     {{"  pthread_join(thread, NULL);\n", ""}, {"  stopped = 1;", "  pthread_join(thread, NULL);\n  stopped = 1;"}},
     "main added pthread_join(thread, NULL);\nmain deleted pthread_join(thread, NULL);\n"},
    {"memory order",
     {{"memory_order_relaxed", "memory_order_release"}},
     "producer modified atomic_fetch_add_explicit(&hits, 1, memory_order_release);\n"},
    {"weaker load",
     {{"atomic_load(&hits)", "atomic_load_explicit(&hits, memory_order_acquire)"}},
     "main modified assert(atomic_load_explicit(&hits, memory_order_acquire) == 2);\n"},
    {"not atomic any more",
     {{"atomic_int hits", "int hits"},
      {"atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed)", "hits += 1"},
      {"atomic_load(&hits)", "hits"}},
     "producer deleted atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);\nproducer added hits += 1;\n"
     "main modified assert(hits == 2);\n"},
    {"another argument of a thread",
     {{"producer, &start", "producer, &input"}},
     "main modified int main(void) {\nmain deleted int input, start = 1;\n"
     "main modified pthread_create(&thread, NULL, producer, &input);\n"},
    {"renamed and changed",
     {{"classify", "judge"}, {"limit > 10", "limit > 11"}},
     "judge modified if (value < 0 && limit > 11) result -= 1;\n"},
};

static void one(void **state) {
  size_t i = (size_t)*state;
  static const struct edit none[] = {{NULL, NULL}};
  struct versions_pair v;
  char found[4000];
  open_pair(&v, none, cases[i].edits);
  found_text(&v, found, sizeof found);
  assert_string_equal(found, cases[i].found);
  assert_false(v.change->nothing);
  close_pair(&v);
}

/* ---- the parts ---- */

static void match_letters(const char *a, const char *b, const char *wanted) {
  uint64_t x[64] = {0}, y[64] = {0};
  uint32_t to[64], n = (uint32_t)strlen(a), m = (uint32_t)strlen(b);
  char text[64] = "";
  for (uint32_t i = 0; i < n; i++) x[i] = (uint64_t)a[i], to[i] = IR_NONE;
  for (uint32_t i = 0; i < m; i++) y[i] = (uint64_t)b[i];
  match_sequence(x, n, y, m, to);
  for (uint32_t i = 0; i < n; i++) text[i] = to[i] == IR_NONE ? '-' : (char)('0' + to[i]);
  text[n] = 0;
  assert_string_equal(text, wanted);
}

static void sequences_are_matched_in_order(void **state) {
  (void)state;
  match_letters("", "abc", "");
  match_letters("abc", "", "---");
  match_letters("abc", "abc", "012");
  match_letters("abcd", "acd", "0-12");
  match_letters("acd", "abcd", "023");
  match_letters("abcde", "xbcye", "-12-4");
  match_letters("ab", "ba", "-0"); /* never crossed: one of the two is left */
  match_letters("aaaa", "aa", "01--");
}

static void long_sequences_are_matched(void **state) {
  (void)state;
  enum { N = 20000 };
  uint64_t *a = mem_alloc(2 * N * sizeof *a), *b = mem_alloc(2 * N * sizeof *b);
  uint32_t *to = mem_alloc(2 * N * sizeof *to), m = 0, right = 0;
  for (uint32_t i = 0; i < N; i++) { /* unique keys and common ones in turn; every tenth pair is not in b */
    a[2 * i] = 1000 + i;
    a[2 * i + 1] = i % 7;
    if (i % 10 == 9) continue;
    b[m++] = a[2 * i];
    b[m++] = a[2 * i + 1];
  }
  for (uint32_t i = 0; i < 2 * N; i++) to[i] = IR_NONE;
  match_sequence(a, 2 * N, b, m, to);
  for (uint32_t i = 0; i < 2 * N; i++) {
    if (to[i] != IR_NONE) assert_true(a[i] == b[to[i]]);
    right += to[i] != IR_NONE;
  }
  assert_int_equal(right, m);
  free(a);
  free(b);
  free(to);
}

static void equal_keys_without_end_are_matched_in_time(void **state) {
  (void)state;
  enum { N = 100000 };
  uint64_t *a = mem_alloc(N * sizeof *a), *b = mem_alloc(N * sizeof *b);
  uint32_t *to = mem_alloc(N * sizeof *to), last = 0;
  for (uint32_t i = 0; i < N; i++) a[i] = i % 3, b[i] = i % 5, to[i] = IR_NONE;
  match_sequence(a, N, b, N, to);
  for (uint32_t i = 0; i < N; i++) {
    if (to[i] == IR_NONE) continue;
    assert_true(a[i] == b[to[i]] && to[i] >= last);
    last = to[i];
  }
  assert_true(last > 0);
  free(a);
  free(b);
  free(to);
}

static void names_lose_their_number(void **state) {
  (void)state;
  assert_int_equal(match_base_length("helper.12"), 6);
  assert_int_equal(match_base_length("put.calls"), 9);
  assert_int_equal(match_base_length("x12"), 3);
  assert_int_equal(match_base_length(".str.7"), 4);
  assert_int_equal(match_base_length(""), 0);
}

/* ---- pairs with more than one file, or with a text of their own ---- */

static struct ir_program *load_texts(const char *const *texts, uint32_t count) {
  char directory[SCRATCH_BYTES], paths[4][SCRATCH_BYTES + 32], name[16];
  const char *inputs[4];
  assert_non_null(mkdtemp(scratch_name(directory, "heddle-change-XXXXXX")));
  for (uint32_t i = 0; i < count; i++) {
    snprintf(name, sizeof name, "file%c.c", texts[i][2]); /* a text begins with a comment that names it */
    write_text(directory, name, texts[i]);
    snprintf(paths[i], sizeof paths[i], "%s/%s", directory, name);
    inputs[i] = paths[i];
  }
  struct front_request request = {.inputs = inputs, .ninputs = count};
  struct ir_program *p = front_load(&request);
  for (uint32_t i = 0; i < count; i++) unlink(paths[i]);
  rmdir(directory);
  assert_non_null(p);
  return p;
}

static const char file_a[] = "/*a*/static int state = 1; static int step(int x) { return x + state; }\n"
                             "int first(int x) { return step(x) * 3; }\n";
static const char file_b[] = "/*b*/static int state = 2; static int step(int x) { return x - state; }\n"
                             "int second(int x) { return step(x) * 5; }\n";
static const char file_m[] = "/*m*/int first(int), second(int); const char *text(void);\n"
                             "int main(int c, char **v) { (void)v; return first(c) + second(c); }\n";

static void static_functions_of_files_in_another_order_stay_apart(void **state) {
  (void)state;
  struct ir_program *old = load_texts((const char *const[]){file_m, file_a, file_b}, 3);
  struct ir_program *new = load_texts((const char *const[]){file_b, file_m, file_a}, 3);
  struct change *change = change_open(old, new);
  check_change(change);
  assert_true(change->nothing);
  change_close(change);
  ir_free(old);
  ir_free(new);
}

static void only_the_static_function_of_one_file_changes(void **state) {
  (void)state;
  uint32_t times = 0;
  char *other = replace_all(file_b, "x - state", "x * state", &times);
  struct ir_program *old = load_texts((const char *const[]){file_m, file_a, file_b}, 3);
  struct ir_program *new = load_texts((const char *const[]){file_a, file_m, other}, 3);
  struct change *change = change_open(old, new);
  check_change(change);
  assert_false(change->nothing);
  assert_int_equal(change->new.modified, 1);
  assert_int_equal(change->new.alone + change->old.alone, 0);
  change_close(change);
  ir_free(old);
  ir_free(new);
  free(other);
}

/* How many blocks of a function have a match. */
static uint32_t block_matches(const struct change *change, const char *name) {
  uint32_t f = ir_find_function(change->old.program, name), count = 0;
  assert_int_not_equal(f, IR_NONE);
  const struct ir_function *function = &change->old.program->functions[f];
  for (uint32_t b = 0; b < function->nblocks; b++) count += change->old.block[function->first_block + b] != IR_NONE;
  return count;
}

static struct change *compare_texts(const char *old, const char *new) {
  struct ir_program *a = load_texts(&old, 1), *b = load_texts(&new, 1);
  struct change *change = change_open(a, b);
  check_change(change);
  return change;
}

static void close_texts(struct change *change) {
  struct ir_program *old = (struct ir_program *)change->old.program, *new = (struct ir_program *)change->new.program;
  change_close(change);
  ir_free(old);
  ir_free(new);
}

/* Everything of the old version is still there, but not the way into the loop: the block before it must not pass for
   the same. */
static void a_block_in_between_is_no_match_s_way(void **state) {
  (void)state;
  struct change *change = compare_texts(
      "/*x*/int n; int work(int c) {\n  int s = n;\n  while (c-- > 0) n += c;\n  return s; }\n"
      "int main(int c, char **v) { (void)v; return work(c); }\n",
      "/*x*/int n; int work(int c) {\n  int s = n;\n  if (c > 5) n = 0;\n  while (c-- > 0) n += c;\n  return s; }\n"
      "int main(int c, char **v) { (void)v; return work(c); }\n");
  assert_false(change->nothing);
  uint32_t f = ir_find_function(change->old.program, "work");
  assert_int_equal(change->old.block[change->old.program->functions[f].first_block], IR_NONE); /* the entry */
  assert_true(block_matches(change, "work") >= 2);                                             /* loop and end */
  assert_int_equal(block_matches(change, "main"), 1);
  close_texts(change);
}

/* A function of the program's own that is called like the library's: its arguments are what it says they are. */
static void own_assertion_functions_read_their_arguments(void **state) {
  (void)state;
  struct change *change = compare_texts(
      "/*x*/int kept; void __assert_fail(const char *e, const char *f, unsigned l, const char *g) { (void)e, "
      "(void)f, (void)g; kept = (int)l; for (;;) {} }\n"
      "int main(int c, char **v) { (void)v; if (c > 3) __assert_fail(\"c\", \"f\", 7, \"g\"); return kept; }\n",
      "/*x*/int kept; void __assert_fail(const char *e, const char *f, unsigned l, const char *g) { (void)e, "
      "(void)f, (void)g; kept = (int)l; for (;;) {} }\n"
      "int main(int c, char **v) { (void)v; if (c > 3) __assert_fail(\"c\", \"f\", 8, \"g\"); return kept; }\n");
  assert_false(change->nothing);
  assert_int_equal(change->new.modified, 1);
  close_texts(change);
}

/* Taken together, two versions that have nothing in common. */
static void everything_else(void **state) {
  (void)state;
  struct change *change = compare_texts("/*x*/int main(void) { return 0; }\n",
                                        "/*x*/#include <stdio.h>\nint f(int x) { return x ? x * f(x - 1) : 1; }\n"
                                        "int main(int c, char **v) { printf(\"%d %s\", f(c), v[0]); return 1; }\n");
  assert_false(change->nothing);
  assert_true(change->new.alone > 5);
  close_texts(change);
}

static void swapped_statements_are_a_change(void **state) {
  (void)state;
  struct change *change = compare_texts("/*x*/int a, b; int main(void) {\n  a = 1;\n  b = 2;\n  return 0; }\n",
                                        "/*x*/int a, b; int main(void) {\n  b = 2;\n  a = 1;\n  return 0; }\n");
  assert_false(change->nothing);
  assert_int_equal(change->old.alone, 1);
  assert_int_equal(change->new.alone, 1);
  close_texts(change);
}

/* For tests/change/random: two files, checked from the outside; says whether they are the same. */
static int compare_files(const char *old, const char *new) {
  struct front_request a = {.inputs = &old, .ninputs = 1}, b = {.inputs = &new, .ninputs = 1};
  struct ir_program *p = front_load(&a), *q = p ? front_load(&b) : NULL;
  if (!q) return 2;
  struct change *change = change_open(p, q);
  check_change(change); /* ends the process if something is wrong: no test is under way */
  puts(change->nothing ? "same" : "changed");
  change_close(change);
  ir_free(p);
  ir_free(q);
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 3) return compare_files(argv[1], argv[2]);
  enum { COUNT = sizeof cases / sizeof *cases };
  const struct CMUnitTest parts[] = {
      cmocka_unit_test(sequences_are_matched_in_order),
      cmocka_unit_test(long_sequences_are_matched),
      cmocka_unit_test(equal_keys_without_end_are_matched_in_time),
      cmocka_unit_test(names_lose_their_number),
      cmocka_unit_test(static_functions_of_files_in_another_order_stay_apart),
      cmocka_unit_test(only_the_static_function_of_one_file_changes),
      cmocka_unit_test(a_block_in_between_is_no_match_s_way),
      cmocka_unit_test(own_assertion_functions_read_their_arguments),
      cmocka_unit_test(everything_else),
      cmocka_unit_test(swapped_statements_are_a_change),
  };
  struct CMUnitTest tests[COUNT];
  for (size_t i = 0; i < COUNT; i++)
    tests[i] = (struct CMUnitTest){.name = cases[i].name, .test_func = one, .initial_state = (void *)i};
  int failed = _cmocka_run_group_tests("change", tests, COUNT, NULL, NULL);
  return failed + cmocka_run_group_tests(parts, NULL, NULL);
}
