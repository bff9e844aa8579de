/* Edits that change something: the right lines with the right status, and nothing else; and the parts of the comparison by themselves. */
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
    {"operator", {{"left - right", "left + right"}}, "mix modified static int mix(int left, int right) { return left + right; }\n"},
    {"operands exchanged", {{"left - right", "right - left"}}, "mix modified static int mix(int left, int right) { return right - left; }\n"},
    {"comparison", {{"count < LIMIT", "count <= LIMIT"}}, "put modified if (queue.count <= LIMIT) {\n"},
    {"comparison the other way", {{"input > 3", "input < 3"}}, "main modified visitor = input < 3 ? twice : square;\n"},
    {"condition negated", {{"if (!item)", "if (item)"}}, "make modified if (item) abort();\n"},
    {"condition weakened", {{"value < 0 &&", "value < 0 ||"}}, "classify modified if (value < 0 || limit > 10) result -= 1;\n"},
    {"part of a condition dropped", {{"value < 0 && limit > 10", "value < 0"}}, "classify modified if (value < 0) result -= 1;\n"},
    {"shift for a multiplication", {{"value * 2", "value << 1"}}, "twice modified static int twice(int value) { return value << 1; }\n"},
    {"step", {{"    i++;", "    i += 2;"}}, "sum modified i += 2;\n"},
    {"loop bound", {{"from + 2", "from + 3"}}, "producer modified for (int i = from; i < from + 3; i++) {\n"},
    {"result", {{"return found;", "return queue.first;"}}, "take modified return queue.first;\n"},
    {"branches exchanged",
     {{"result -= 1", "RESULT"}, {"result += 1", "result -= 1"}, {"RESULT", "result += 1"}},
     "classify modified if (value < 0 && limit > 10) result += 1;\nclassify modified else result -= 1;\n"},
    {"choice exchanged", {{"twice : square", "square : twice"}}, "main modified visitor = input > 3 ? square : twice;\n"},
    {"case constant", {{"case 2:", "case 3:"}}, "classify modified switch (value & 3) {\n"},
    {"assertion", {{"== 10)", "== 11)"}}, "main modified assert(sum(table, LIMIT) == 11);\n"},
    {"input under another name", {{"\"input\"", "\"other\""}}, "main modified heddle_symbolic(&input, sizeof input, \"other\");\n"},
    {"text of a literal", {{"%s %d", "%s: %d"}}, "greet modified printf(\"%s: %d\\n\", buffer, scale[strlen(buffer) % 3]);\n"},
    {"initialiser of a local", {{"20, 30", "20, 31"}}, "greet modified int scale[3] = {10, 20, 31};\n"},
    {"size of a local", {{"buffer[32]", "buffer[16]"}}, "greet modified static void greet(const char *name) {\n"},
    {"macro in a header", {{"LIMIT 4", "LIMIT 3"}, {"{1, 2, 3, 4}", "{1, 2, 3}"}},
     "main modified assert(sum(table, LIMIT) == 10);\nput modified if (queue.count < LIMIT) {\nglobal modified table\n"},
    {"function of a header", {{"value > 100", "value > 90"}}, "clamp modified if (value > 90) return 100;\n"},
    {"enumeration constant", {{"GREEN = 5", "GREEN = 8"}},
     "classify modified case 1: result = GREEN; break;\nclassify modified case 2: result = BLUE; break;\n"},
    /* ---- types ---- */
    {"unsigned to signed", {{"unsigned limit", "int limit"}}, "classify modified if (value < 0 && limit > 10) result -= 1;\n"},
    {"signed to unsigned", {{"int i = from; i", "unsigned i = from; i"}}, "producer modified for (unsigned i = from; i < from + 2; i++) {\n"},
    {"narrower type", {{"unsigned short small_t", "unsigned char small_t"}},
     "main modified narrow = (small_t)(a->key + input);\nmain modified depth = clamp(mix(narrow, input));\n"},
    {"wider field", {{"  int count;", "  long count;"}},
     "put modified if (queue.count < LIMIT) {\nput modified queue.count++;\ntake modified queue.count--;\n"},
    {"wider computation", {{"= key * 3", "= (long)key * 3"}}, "make modified item->weight = (long)key * 3;\n"},
    {"fields exchanged", {{"  long weight;\n  struct item *next;", "  struct item *next;\n  long weight;"}},
     "main modified assert(a->weight == a->key * 3);\nmake modified item->weight = key * 3;\nmake modified item->next = NULL;\n"
     "put modified item->next = queue.first;\ntake modified queue.first = found->next;\n"},
    {"larger structure", {{"  struct item *next;", "  struct item *next;\n  int spare[4];"}},
     "make modified struct item *item = malloc(sizeof *item);\n"},
    {"not volatile any more", {{"static volatile int", "static int"}}, "main modified stopped = 1;\n"},
    {"one object for all threads", {{"_Thread_local ", ""}},
     "main modified depth = clamp(mix(narrow, input));\nmain modified return classify(visitor(depth), 7u);\nglobal modified depth\n"},
    {"constant table", {{"static int table", "static const int table"}},
     "main modified assert(sum(table, LIMIT) == 10);\nglobal modified table\n"},
    {"larger table", {{"table[LIMIT]", "table[LIMIT + 1]"}}, "main modified assert(sum(table, LIMIT) == 10);\nglobal modified table\n"},
    {"alignment", {{"static int table", "static _Alignas(64) int table"}},
     "main modified assert(sum(table, LIMIT) == 10);\nglobal modified table\n"},
    /* ---- contents of globals ---- */
    {"initialiser", {{"{1, 2, 3, 4}", "{1, 2, 3, 5}"}}, "global modified table\n"},
    {"initialiser of a scalar", {{"int stopped;", "int stopped = 1;"}}, "global modified stopped\n"},
    {"initialiser of a static local", {{"static int calls;", "static int calls = 1;"}}, "global modified put.calls\n"},
    {"text behind a pointer", {{"\"ready\"", "\"steady\""}}, "global modified banner\n"},
    {"function in an initialiser",
     {{"(*visitor)(int);", "(*visitor)(int);\nstatic int twice(int);\nstatic int square(int);\nstatic int (*const both[])(int) = {twice, square};"},
      {"twice : square", "both[0] : both[1]"}},
     "main modified visitor = input > 3 ? both[0] : both[1];\nglobal added both\n"},
    /* ---- statements ---- */
    {"statement deleted", {{"  stopped = 1;\n", ""}}, "main deleted stopped = 1;\nglobal deleted stopped\n"},
    {"statement added", {{"  free(a);", "  stopped = 2;\n  free(a);"}}, "main added stopped = 2;\n"},
    {"statement moved", {{"  calls++;\n", ""}, {"  pthread_cond_signal", "  calls++;\n  pthread_cond_signal"}}, "put deleted calls++;\nput added calls++;\n"},
    {"loop for a condition", {{"while (!queue.first)", "if (!queue.first)"}}, "take modified if (!queue.first) pthread_cond_wait(&queue.filled, &queue.lock);\n"},
    {"condition around a statement", {{"  stopped = 1;", "  if (input)\n    stopped = 1;"}}, "main added if (input)\n"},
    {"body deleted", {{"static void greet(const char *name) {\n  char buffer[32];\n  int scale[3] = {10, 20, 30};\n  strcpy(buffer, name);\n"
                       "  printf(\"%s %d\\n\", buffer, scale[strlen(buffer) % 3]);\n}", "static void greet(const char *name) { (void)name; }"}},
     "greet modified static void greet(const char *name) { (void)name; }\ngreet deleted int scale[3] = {10, 20, 30};\n"
     "greet deleted strcpy(buffer, name);\ngreet deleted printf(\"%s %d\\n\", buffer, scale[strlen(buffer) % 3]);\n"},
    {"assertion deleted", {{"  assert(a->weight == a->key * 3);\n", ""}}, "main deleted assert(a->weight == a->key * 3);\n"},
    {"assertion added", {{"  free(a);", "  assert(input != 7);\n  free(a);"}}, "main added assert(input != 7);\n"},
    {"break deleted", {{"GREEN; break;", "GREEN;"}}, "classify modified case 1: result = GREEN;\n"},
    {"early return", {{"  calls++;\n", "  calls++;\n  if (calls > 9) return;\n"}}, "put added if (calls > 9) return;\n"},
    {"loop left early", {{"    i++;", "    if (total > 8) break;\n    i++;"}}, "sum added if (total > 8) break;\n"},
    /* ---- calls ---- */
    {"argument order", {{"mix(narrow, input)", "mix(input, narrow)"}}, "main modified depth = clamp(mix(input, narrow));\n"},
    {"another callee", {{"clamp(mix(narrow", "twice(mix(narrow"}},
     "main modified depth = twice(mix(narrow, input));\nclamp deleted if (value > 100) return 100;\nclamp deleted return value;\n"},
    {"another library function", {{"abort();", "exit(1);"}}, "make modified if (!item) exit(1);\n"},
    {"one more parameter",
     {{"int clamp(int value) {", "int clamp(int value, int top) {"}, {"value > 100) return 100", "value > top) return top"}, {"clamp(mix(narrow, input))", "clamp(mix(narrow, input), 100)"}},
     "main modified depth = clamp(mix(narrow, input), 100);\nclamp modified if (value > top) return top;\n"},
    {"recursion", {{"return left - right;", "return left > 9 ? mix(left - 1, right) : left - right;"}},
     "mix modified static int mix(int left, int right) { return left > 9 ? mix(left - 1, right) : left - right; }\n"},
    {"constructor added", {{"int main(void) {", "__attribute__((constructor)) static void begin(void) { stopped = 3; }\nint main(void) {"}},
     "begin added __attribute__((constructor)) static void begin(void) { stopped = 3; }\n"},
    /* ---- threads ---- */
    {"lock deleted", {{"  struct item *found;\n  pthread_mutex_lock(&queue.lock);\n", "  struct item *found;\n"}}, "take deleted pthread_mutex_lock(&queue.lock);\n"},
    {"lock added", {{"  stopped = 1;", "  pthread_mutex_lock(&queue.lock);\n  stopped = 1;"}}, "main added pthread_mutex_lock(&queue.lock);\n"},
    {"lock moved", {{"  pthread_mutex_lock(&queue.lock);\n  calls++;", "  calls++;\n  pthread_mutex_lock(&queue.lock);"}},
     "put deleted pthread_mutex_lock(&queue.lock);\nput added pthread_mutex_lock(&queue.lock);\n"},
    {"unlock before the signal",
     {{"  pthread_cond_signal(&queue.filled);\n  pthread_mutex_unlock(&queue.lock);", "  pthread_mutex_unlock(&queue.lock);\n  pthread_cond_signal(&queue.filled);"}},
     "put deleted pthread_cond_signal(&queue.filled);\nput added pthread_cond_signal(&queue.filled);\n"},
    {"all are woken", {{"cond_signal", "cond_broadcast"}}, "put modified pthread_cond_broadcast(&queue.filled);\n"},
    {"join deleted", {{"  pthread_join(thread, NULL);\n", ""}}, "main deleted pthread_join(thread, NULL);\n"},
    {"join earlier", {{"  pthread_join(thread, NULL);\n", ""}, {"  stopped = 1;", "  pthread_join(thread, NULL);\n  stopped = 1;"}},
     "main added pthread_join(thread, NULL);\nmain deleted pthread_join(thread, NULL);\n"},
    {"memory order", {{"memory_order_relaxed", "memory_order_release"}},
     "producer modified atomic_fetch_add_explicit(&hits, 1, memory_order_release);\n"},
    {"weaker load", {{"atomic_load(&hits)", "atomic_load_explicit(&hits, memory_order_acquire)"}},
     "main modified assert(atomic_load_explicit(&hits, memory_order_acquire) == 2);\n"},
    {"not atomic any more", {{"atomic_int hits", "int hits"}, {"atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed)", "hits += 1"}, {"atomic_load(&hits)", "hits"}},
     "producer modified hits += 1;\nmain modified assert(hits == 2);\n"},
    {"another argument of a thread", {{"producer, &start", "producer, &input"}}, "main modified pthread_create(&thread, NULL, producer, &input);\n"},
    {"renamed and changed", {{"classify", "judge"}, {"limit > 10", "limit > 11"}}, "judge modified if (value < 0 && limit > 11) result -= 1;\n"},
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

int main(void) {
  enum { COUNT = sizeof cases / sizeof *cases };
  struct CMUnitTest tests[COUNT];
  for (size_t i = 0; i < COUNT; i++)
    tests[i] = (struct CMUnitTest){.name = cases[i].name, .test_func = one, .initial_state = (void *)i};
  return _cmocka_run_group_tests("change", tests, COUNT, NULL, NULL);
}
