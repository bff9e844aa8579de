/* A small C program under the static layer, for its tests: loaded by the front end, analysed, asked by line. */
#ifndef HEDDLE_TESTS_STATIC_SUBJECT_H
#define HEDDLE_TESTS_STATIC_SUBJECT_H
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
#include "../scratch.h"

struct subject {
  struct ir_program *p;
  struct statics *s;
};

static inline void open_subject(struct subject *t, const char *source) {
  char path[SCRATCH_BYTES];
  int fd = mkstemps(scratch_name(path, "heddle-static-XXXXXX.c"), 2);
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

static inline void close_subject(struct subject *t) {
  static_close(t->s);
  ir_free(t->p);
}

static inline bool is_users(const struct subject *t, uint32_t ins) {
  return !(ir_function_of(t->p, ins)->flags & IR_FN_LIBRARY);
}
static inline uint32_t line_of(const struct subject *t, uint32_t ins) { return t->p->locs[t->p->ins[ins].loc].line; }

/* The lines of the program's own code in the slice, as "3v 4c 7x". In a line with accesses, calls or branches only
   these count; jumps that decide nothing and declarations never do. */
static inline void lines_of(const struct subject *t, const struct static_slice *slice, char *text, size_t room) {
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

/* Only the instructions of one line. */
static inline struct static_set set_of_line(const struct subject *t, uint32_t line) {
  struct static_set set = static_set_new(t->s);
  for (uint32_t i = 0; i < t->p->nins; i++)
    if (is_users(t, i) && line_of(t, i) == line && static_is_live(t->s, i)) static_set_add(&set, i);
  return set;
}

static inline uint32_t op_in_line(const struct subject *t, uint32_t line, enum ir_op op) {
  for (uint32_t i = 0; i < t->p->nins; i++)
    if (is_users(t, i) && line_of(t, i) == line && t->p->ins[i].op == op) return i;
  fail_msg("no such instruction in line %u", line);
  return 0;
}
static inline uint32_t store_in_line(const struct subject *t, uint32_t line) { return op_in_line(t, line, IR_STORE); }

/* Two threads, a branch between the reading and the writing one, a function that is called twice. */
static const char two_threads[] __attribute__((unused)) = "#include <pthread.h>\n"
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
/* Before the creation, beside the thread, after the join; and what a second thread that is never joined does. */
static const char in_turn[] __attribute__((unused)) = "#include <pthread.h>\n"
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
#endif
