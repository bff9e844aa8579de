/* Edits that change nothing: each of them must be recognised as such. */
#include "change_subject.h"

static const struct {
  const char *name;
  struct edit edits[8];
} cases[] = {
    /* ---- layout and comments ---- */
    {"line comments", {{";\n", "; // done\n"}}},
    {"block comments inside of expressions", {{" + ", " /* plus */ + "}}},
    {"comment lines above functions", {{"static ", "/* a\n   b */\nstatic "}}},
    {"tabs for spaces", {{"  ", "\t"}}},
    {"braces on lines of their own", {{") {\n", ")\n{\n"}}},
    {"joined lines", {{";\n  ", "; "}}},
    {"blank lines", {{"\n", "\n\n"}}},
    {"carriage returns", {{"\n", "\r\n"}}},
    {"continued lines", {{"  item->key = key;", "  item->key \\\n  = key;"}}},
    {"statements on one line", {{"calls++;\n  if", "calls++; if"}}},
    /* ---- names ---- */
    {"renamed local", {{"result", "outcome"}}},
    {"renamed local in memory", {{"buffer", "room"}}},
    {"renamed parameter", {{"value", "v"}}},
    {"renamed loop variable",
     {{"(int i = from; i < from + 2; i++)", "(int k = from; k < from + 2; k++)"}, {"make(i)", "make(k)"}}},
    {"renamed function", {{"twice", "doubled"}}},
    {"renamed functions that are alike", {{"twice", "f1"}, {"square", "f2"}, {"mix", "f3"}}},
    {"renamed function with a static local", {{"put(", "insert("}}},
    {"renamed functions that call each other", {{"make(", "fresh("}, {"put(", "enter("}, {"producer", "worker"}}},
    {"all functions renamed",
     {{"twice", "f1"},
      {"square", "f2"},
      {"make", "f3"},
      {"put(", "f4("},
      {"take(", "f5("},
      {"producer", "f6"},
      {"classify", "f7"}}},
    {"renamed function of a header", {{"clamp", "bounded"}}},
    {"renamed global", {{"table", "numbers"}}},
    {"renamed globals of the same form", {{"stopped", "halted"}, {"hits", "strikes"}, {"depth", "level"}}},
    {"renamed static local", {{"calls", "times"}}},
    {"renamed constant pointer", {{"banner", "greeting"}}},
    {"renamed function pointer", {{"visitor", "caller"}}},
    {"renamed structure", {{"struct item", "struct node"}}},
    {"renamed structure with its variable", {{"queue", "pool"}}},
    {"renamed field", {{"weight", "mass"}}},
    {"renamed type", {{"small_t", "short_t"}}},
    {"renamed enumeration constant", {{"GREEN", "LIME"}}},
    {"renamed enumeration", {{"enum color", "enum shade"}}},
    {"renamed macro", {{"LIMIT", "MOST"}}},
    /* ---- order ---- */
    {"functions in another order",
     {{"static int twice(int value) { return value * 2; }\n\n", ""},
      {"static struct item *make", "static int twice(int value) { return value * 2; }\nstatic struct item *make"}}},
    {"a function moved to the end",
     {{"static int square(int value) { return value * value; }\n", "static int square(int value);\n"},
      {"7u);\n}\n", "7u);\n}\nstatic int square(int value) { return value * value; }\n"}}},
    {"globals in another order",
     {{"static atomic_int hits;\n", ""},
      {"static volatile int stopped;\n", "static volatile int stopped;\nstatic atomic_int hits;\n"}}},
    {"includes in another order",
     {{"#include <assert.h>\n", ""}, {"#include <string.h>\n", "#include <string.h>\n#include <assert.h>\n"}}},
    {"type definitions in another order",
     {{"typedef unsigned short small_t;\n", ""},
      {"static struct queue queue =", "typedef unsigned short small_t;\nstatic struct queue queue ="}}},
    {"prototypes added", {{"enum color {", "int main(void);\nstatic int mix(int, int);\nenum color {"}}},
    {"a local declared earlier",
     {{"  struct item *a = take();", "  a = take();"},
      {"  small_t narrow;\n", "  small_t narrow;\n  struct item *a;\n"}}},
    {"header function moved into the program",
     {{"static inline int clamp(int value) {\n  if (value > 100) return 100;\n  return value;\n}\n#endif", "#endif"},
      {"int main(void) {",
       "static inline int clamp(int value) {\n  if (value > 100) return 100;\n  return value;\n}\nint main(void) {"}}},
    /* ---- constants and types of the same meaning ---- */
    {"macro for a constant", {{"return 100;", "return TOP;"}, {"#define LIMIT 4", "#define LIMIT 4\n#define TOP 100"}}},
    {"constant for a macro", {{"queue.count < LIMIT", "queue.count < 4"}}},
    {"constant expression", {{"> 100", "> 10 * 10"}}},
    {"hexadecimal constant", {{"100", "0x64"}}},
    {"character constant", {{"100", "'d'"}}},
    {"enumeration for a number", {{"from + 2", "from + TWO"}, {"enum color {", "enum { TWO = 2 };\nenum color {"}}},
    {"explicit value of an enumeration constant", {{"BLUE }", "BLUE = 6 }"}}},
    {"type name for a type", {{"long total", "sum_t total"}, {"enum color {", "typedef long sum_t;\nenum color {"}}},
    {"longer spelling of a type", {{"unsigned limit", "unsigned int limit"}, {"long weight", "long int weight"}}},
    {"null pointer in another spelling", {{"NULL", "0"}}},
    {"constant parameter", {{"(int left, int right)", "(const int left, const int right)"}}},
    {"sizeof a type", {{"sizeof input", "sizeof(int)"}, {"sizeof *item", "sizeof(struct item)"}}},
    {"string in two parts", {{"\"ready\"", "\"rea\" \"dy\""}}},
    {"string with escapes", {{"\"ready\"", "\"\\162eady\""}}},
    {"initialiser by name",
     {{"{PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0}",
       "{.count = 0, .filled = PTHREAD_COND_INITIALIZER, .lock = PTHREAD_MUTEX_INITIALIZER}"}}},
    {"explicit zero", {{"static volatile int stopped;", "static volatile int stopped = 0;"}}},
    {"size of an array left to its initialiser", {{"table[LIMIT] =", "table[] ="}}},
    /* ---- statements that compile to the same ---- */
    {"parentheses", {{"value * 2", "((value) * (2))"}, {"left - right", "(left - right)"}}},
    {"split declarations", {{"int input, start = 1;", "int input;\n  int start = 1;"}}},
    {"for as while", {{"while (i < n) {", "for (; i < n;) {"}}},
    {"loop with its step in the head",
     {{"while (i < n) {", "for (; i < n; i++) {"}, {"values[i];\n    i++;", "values[i];"}}},
    {"braces around one statement", {{"abort();", "{ abort(); }"}}},
    {"empty statements and blocks", {{"  found = queue.first;", "  ;;{}\n  found = queue.first;"}}},
    {"do once", {{"  queue.count--;", "  do { queue.count--; } while (0);"}}},
    {"member through a dereference", {{"item->key", "(*item).key"}}},
    {"index as pointer arithmetic", {{"values[i]", "*(values + i)"}}},
    {"increment before", {{"    i++;", "    ++i;"}}},
    {"assignment spelled out", {{"total += values[i]", "total = total + values[i]"}}},
    {"statements with a comma", {{"item->key = key;\n  item->weight", "item->key = key, item->weight"}}},
    {"cast of a null pointer", {{"return NULL;", "return (void *)0;"}}},
    {"cast to the same type", {{"return found;", "return (struct item *)found;"}}},
    {"result thrown away", {{"  free(a);", "  (void)free(a);"}}},
    {"label that nothing jumps to", {{"  free(a);", "here: __attribute__((unused));\n  free(a);"}}},
    {"code that is never compiled", {{"  free(a);", "#if 0\n  abort();\n#endif\n  free(a);"}}},
    {"code under a false condition", {{"  free(a);", "  if (0) abort();\n  free(a);"}}},
    {"code behind a return", {{"  return found;", "  return found;\n  queue.count = 7;"}}},
    {"linkage", {{"static int twice", "int twice"}, {"static volatile int stopped", "volatile int stopped"}}},
    {"attributes without meaning", {{"static int mix(", "__attribute__((unused)) static int mix("}}},
    /* ---- assertions ---- */
    {"assertions moved down", {{"  assert(", "\n\n\n  assert("}}},
    {"assertion in other words", {{"assert(sum(table, LIMIT) == 10)", "assert((sum(table, LIMIT)) == (10))"}}},
    {"assertion with a cast",
     {{"  stopped = 1;\n  assert(a->weight == a->key * 3);",
       "  stopped = 1;\n  assert(a->weight == (long)(a->key * 3));"}}},
    /* ---- what nothing uses ---- */
    {"unused function", {{"int main(void) {", "int spare(int x) { return x + 1; }\nint main(void) {"}}},
    {"unused global", {{"static atomic_int hits;", "int spare[10] = {1};\nstatic atomic_int hits;"}}},
    {"unused local", {{"  small_t narrow;", "  small_t narrow;\n  int spare;"}}},
    {"unused type, macro and prototype",
     {{"enum color {", "#define SPARE 1\nstruct spare { int x; };\nint spare(struct spare *);\nenum color {"}}},
};

static void one(void **state) {
  size_t i = (size_t)*state;
  static const struct edit none[] = {{NULL, NULL}};
  struct versions_pair v;
  char found[4000];
  open_pair(&v, none, cases[i].edits);
  found_text(&v, found, sizeof found);
  assert_string_equal(found, "");
  assert_true(v.change->nothing);
  assert_int_equal(v.change->old.alone + v.change->old.modified + v.change->new.alone + v.change->new.modified, 0);
  close_pair(&v);
}

/* The other way round is the same question. */
static void backwards(void **state) {
  size_t i = (size_t)*state;
  static const struct edit none[] = {{NULL, NULL}};
  struct versions_pair v;
  open_pair(&v, cases[i].edits, none);
  assert_true(v.change->nothing);
  close_pair(&v);
}

int main(void) {
  enum { COUNT = sizeof cases / sizeof *cases };
  struct CMUnitTest tests[COUNT + COUNT / 4 + 1];
  size_t n = 0;
  for (size_t i = 0; i < COUNT; i++)
    tests[n++] = (struct CMUnitTest){.name = cases[i].name, .test_func = one, .initial_state = (void *)i};
  for (size_t i = 0; i < COUNT; i += 4)
    tests[n++] = (struct CMUnitTest){.name = cases[i].name, .test_func = backwards, .initial_state = (void *)i};
  return _cmocka_run_group_tests("change_same", tests, n, NULL, NULL);
}
