/* Pairs of versions for the tests of the comparison: one base program and edits of its text.

   Every pair that is opened here is also checked from the outside: matches are mutual, and whatever is called the same
   has the same operation and matches for operands, however the comparison came to say so. */
#ifndef CHANGE_SUBJECT_H
#define CHANGE_SUBJECT_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "change/change.h"
#include "change/lines.h"
#include "front/front.h"
#include "util/mem.h"
#include "../scratch.h"

enum { OLD_SIDE, NEW_SIDE };

static const char base_header[] = "#ifndef PART_H\n"
                                  "#define PART_H\n"
                                  "#define LIMIT 4\n"
                                  "static inline int clamp(int value) {\n"
                                  "  if (value > 100) return 100;\n"
                                  "  return value;\n"
                                  "}\n"
                                  "#endif\n";

static const char base_program[] =
    "#include \"part.h\"\n"
    "#include <assert.h>\n"
    "#include <pthread.h>\n"
    "#include <stdatomic.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "void heddle_symbolic(void *address, unsigned long size, const char *name);\n"
    "\n"
    "enum color { RED, GREEN = 5, BLUE };\n"
    "typedef unsigned short small_t;\n"
    "struct item {\n"
    "  int key;\n"
    "  long weight;\n"
    "  struct item *next;\n"
    "};\n"
    "struct queue {\n"
    "  pthread_mutex_t lock;\n"
    "  pthread_cond_t filled;\n"
    "  struct item *first;\n"
    "  int count;\n"
    "};\n"
    "\n"
    "static struct queue queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0};\n"
    "static int table[LIMIT] = {1, 2, 3, 4};\n"
    "static atomic_int hits;\n"
    "static _Thread_local int depth;\n"
    "static volatile int stopped;\n"
    "const char *banner = \"ready\";\n"
    "static int (*visitor)(int);\n"
    "\n"
    "static int twice(int value) { return value * 2; }\n"
    "\n"
    "static int square(int value) { return value * value; }\n"
    "\n"
    "static int mix(int left, int right) { return left - right; }\n"
    "\n"
    "static struct item *make(int key) {\n"
    "  struct item *item = malloc(sizeof *item);\n"
    "  if (!item) abort();\n"
    "  item->key = key;\n"
    "  item->weight = key * 3;\n"
    "  item->next = NULL;\n"
    "  return item;\n"
    "}\n"
    "\n"
    "static void put(struct item *item) {\n"
    "  static int calls;\n"
    "  pthread_mutex_lock(&queue.lock);\n"
    "  calls++;\n"
    "  if (queue.count < LIMIT) {\n"
    "    item->next = queue.first;\n"
    "    queue.first = item;\n"
    "    queue.count++;\n"
    "  }\n"
    "  pthread_cond_signal(&queue.filled);\n"
    "  pthread_mutex_unlock(&queue.lock);\n"
    "}\n"
    "\n"
    "static struct item *take(void) {\n"
    "  struct item *found;\n"
    "  pthread_mutex_lock(&queue.lock);\n"
    "  while (!queue.first) pthread_cond_wait(&queue.filled, &queue.lock);\n"
    "  found = queue.first;\n"
    "  queue.first = found->next;\n"
    "  queue.count--;\n"
    "  pthread_mutex_unlock(&queue.lock);\n"
    "  return found;\n"
    "}\n"
    "\n"
    "static void *producer(void *argument) {\n"
    "  int from = *(int *)argument;\n"
    "  for (int i = from; i < from + 2; i++) {\n"
    "    put(make(i));\n"
    "    atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);\n"
    "  }\n"
    "  return NULL;\n"
    "}\n"
    "\n"
    "static int classify(int value, unsigned limit) {\n"
    "  int result = 0;\n"
    "  switch (value & 3) {\n"
    "  case 0: result = RED; break;\n"
    "  case 1: result = GREEN; break;\n"
    "  case 2: result = BLUE; break;\n"
    "  default: result = -1;\n"
    "  }\n"
    "  if (value < 0 && limit > 10) result -= 1;\n"
    "  else result += 1;\n"
    "  return result;\n"
    "}\n"
    "\n"
    "static long sum(const int *values, int n) {\n"
    "  long total = 0;\n"
    "  int i = 0;\n"
    "  while (i < n) {\n"
    "    total += values[i];\n"
    "    i++;\n"
    "  }\n"
    "  return total;\n"
    "}\n"
    "\n"
    "static void greet(const char *name) {\n"
    "  char buffer[32];\n"
    "  int scale[3] = {10, 20, 30};\n"
    "  strcpy(buffer, name);\n"
    "  printf(\"%s %d\\n\", buffer, scale[strlen(buffer) % 3]);\n"
    "}\n"
    "\n"
    "int main(void) {\n"
    "  pthread_t thread;\n"
    "  int input, start = 1;\n"
    "  small_t narrow;\n"
    "  heddle_symbolic(&input, sizeof input, \"input\");\n"
    "  visitor = input > 3 ? twice : square;\n"
    "  pthread_create(&thread, NULL, producer, &start);\n"
    "  struct item *a = take();\n"
    "  narrow = (small_t)(a->key + input);\n"
    "  depth = clamp(mix(narrow, input));\n"
    "  stopped = 1;\n"
    "  assert(a->weight == a->key * 3);\n"
    "  assert(sum(table, LIMIT) == 10);\n"
    "  greet(banner);\n"
    "  pthread_join(thread, NULL);\n"
    "  assert(atomic_load(&hits) == 2);\n"
    "  free(a);\n"
    "  return classify(visitor(depth), 7u);\n"
    "}\n";

/* ---- texts ---- */

/* Every occurrence of a text in the program and its header becomes another one. */
struct edit {
  const char *from, *to;
};

/* Freed by the caller; counts in *times. */
static inline char *replace_all(const char *text, const char *from, const char *to, uint32_t *times) {
  size_t n = strlen(from), m = strlen(to), used = 0, room = strlen(text) + 1;
  for (const char *at = text; (at = strstr(at, from)); at += n) room += m;
  char *out = mem_alloc(room);
  while (*text) {
    if (!strncmp(text, from, n)) {
      memcpy(out + used, to, m);
      used += m;
      text += n;
      ++*times;
    } else out[used++] = *text++;
  }
  out[used] = 0;
  return out;
}

/* ---- a pair ---- */

struct side_files {
  char directory[SCRATCH_BYTES];
  char *program, *header; /* texts */
  struct ir_program *ir;
  bool base; /* not edited: the program is shared */
};

struct versions_pair {
  struct side_files side[2];
  struct change *change;
  struct lines lines;
};

static inline void write_text(const char *directory, const char *name, const char *text) {
  char path[SCRATCH_BYTES + 32];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
}

static inline struct ir_program *load_one(const char *directory, const char *name) {
  char path[SCRATCH_BYTES + 32];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  const char *inputs[] = {path};
  struct front_request request = {.inputs = inputs, .ninputs = 1};
  return front_load(&request);
}

static inline void compile_side(struct side_files *s) {
  assert_non_null(mkdtemp(scratch_name(s->directory, "heddle-change-XXXXXX")));
  write_text(s->directory, "main.c", s->program);
  write_text(s->directory, "part.h", s->header);
  s->ir = load_one(s->directory, "main.c");
  assert_non_null(s->ir);
}

static inline void remove_files(const struct side_files *s) {
  char path[SCRATCH_BYTES + 32];
  static const char *const names[] = {"main.c", "part.h"};
  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s/%s", s->directory, names[i]);
    unlink(path);
  }
  rmdir(s->directory);
}

static inline void free_side(struct side_files *s) {
  if (!s->base) remove_files(s);
  if (!s->base) ir_free(s->ir);
  free(s->program);
  free(s->header);
}

static inline void edit_side(struct side_files *s, const struct edit *edits) {
  for (uint32_t i = 0; edits[i].from; i++) {
    uint32_t times = 0;
    char *program = replace_all(s->program, edits[i].from, edits[i].to, &times);
    char *header = replace_all(s->header, edits[i].from, edits[i].to, &times);
    free(s->program);
    free(s->header);
    s->program = program;
    s->header = header;
    if (!times) fail_msg("nothing to edit: %s", edits[i].from);
  }
}

/* ---- the check from the outside ---- */

static inline bool constants_agree(const struct change *c, ir_value a, ir_value b) {
  const struct ir_const *x = &c->old.program->consts[ir_const_index(a)],
                        *y = &c->new.program->consts[ir_const_index(b)];
  if (x->kind != y->kind || x->width != y->width) return false;
  if (x->kind == IR_CONST_FUNC) return c->old.function[x->symbol] == y->symbol;
  return x->value == y->value && (x->kind == IR_CONST_INT || c->old.global[x->symbol] == y->symbol);
}

static inline bool values_agree(const struct change *c, const struct ir_function *f, ir_value a, ir_value b,
                                bool moved) {
  if (ir_is_const(a) != ir_is_const(b)) return false;
  if (!ir_is_const(a)) return c->old.reg[f->first_reg + (uint32_t)a] == (uint32_t)b;
  return moved || constants_agree(c, a, b);
}

static inline bool is_assertion(const struct ir_program *p, const struct ir_ins *ins) {
  return ins->op == IR_CALL && !strncmp(ir_text(p, p->functions[ins->a].name), "__assert", 8);
}

static inline void check_same(const struct change *c, const struct ir_function *f, uint32_t i, uint32_t j) {
  const struct ir_ins *a = &c->old.program->ins[i], *b = &c->new.program->ins[j];
  const char *shape = ir_ops[a->op].shape;
  bool moved = c->old.moved && c->old.moved[i]; /* a member has another offset, a structure another size */
  assert_int_equal(a->op, b->op);
  assert_int_equal(a->width, b->width);
  assert_int_equal(a->flags, b->flags);
  assert_int_equal(a->dst == IR_NONE, b->dst == IR_NONE);
  if (a->dst != IR_NONE) assert_int_equal(c->old.reg[f->first_reg + a->dst], b->dst);
  if (shape[2] == 'v') assert_true(values_agree(c, f, a->a, b->a, moved));
  if (shape[2] == 'f') assert_int_equal(c->old.function[a->a], b->a);
  if (shape[2] == 'g') assert_int_equal(c->old.global[a->a], b->a);
  if (shape[3] == 'v') assert_true(values_agree(c, f, a->b, b->b, moved));
  if (shape[3] == 'i') assert_int_equal(a->b, b->b);
  if (shape[4] == 'v') assert_true(values_agree(c, f, a->c, b->c, moved));
  if (shape[4] == 'i' || shape[4] == 'n') assert_int_equal(a->c, b->c);
  if (shape[3] != 'x' || is_assertion(c->old.program, a)) return;
  for (int32_t k = a->op == IR_SWITCH; k < a->c; k += a->op == IR_SWITCH ? 2 : 1)
    assert_true(values_agree(c, f, c->old.program->extra[a->b + k], c->new.program->extra[b->b + k], moved));
}

/* The next instruction behind `i` that has a match, or the jump at the end of the block. */
static inline uint32_t next_paired(const struct change_side *side, uint32_t i) {
  do i++;
  while (side->ins[i] == IR_NONE && ir_ops[side->program->ins[i].op].class != IR_CLASS_FLOW);
  return i;
}

/* What follows each other in a block does so in the other version too, as far as it has matches. */
static inline void check_order(const struct change *c, uint32_t i, uint32_t j) {
  if (ir_ops[c->old.program->ins[i].op].class == IR_CLASS_FLOW) return;
  uint32_t a = next_paired(&c->old, i), b = next_paired(&c->new, j);
  if (c->old.ins[a] != IR_NONE && c->new.ins[b] != IR_NONE) assert_int_equal(c->old.ins[a], b);
}

static inline void check_function(const struct change *c, uint32_t old) {
  const struct ir_function *f = &c->old.program->functions[old];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    uint32_t j = c->old.ins[i];
    assert_int_equal(c->old.status[i] == CHANGE_ALONE, j == IR_NONE);
    if (j == IR_NONE) continue;
    assert_int_equal(c->new.ins[j], i);
    assert_int_equal(c->new.status[j], c->old.status[i]);
    assert_true(ir_function_of(c->new.program, j) == &c->new.program->functions[c->old.function[old]]);
    check_order(c, i, j);
    if (c->old.status[i] == CHANGE_SAME) check_same(c, f, i, j);
  }
  for (uint32_t r = 0; r < f->nregs; r++) {
    uint32_t match = c->old.reg[f->first_reg + r];
    if (match == IR_NONE) continue;
    const struct ir_function *g = &c->new.program->functions[c->old.function[old]];
    assert_true(match < g->nregs);
    assert_int_equal(c->new.reg[g->first_reg + match], r);
    assert_int_equal(c->old.program->regs[f->first_reg + r].width, c->new.program->regs[g->first_reg + match].width);
  }
}

/* Where a block with a match leads, the other leads too: to its match, if it has one. */
static inline void check_target(const struct change *c, int32_t a, int32_t b) {
  assert_true(c->old.block[a] == IR_NONE || c->old.block[a] == (uint32_t)b || c->new.block[b] == IR_NONE);
  if (c->old.block[a] != IR_NONE) assert_int_equal(c->old.block[a], b);
}

static inline void check_block(const struct change *c, uint32_t old) {
  uint32_t new = c->old.block[old];
  if (new == IR_NONE) return;
  const struct ir_block *a = &c->old.program->blocks[old], *b = &c->new.program->blocks[new];
  assert_int_equal(c->new.block[new], old);
  assert_int_equal(a->count, b->count);
  for (uint32_t k = 0; k < a->count; k++) {
    assert_int_equal(c->old.status[a->first + k], CHANGE_SAME);
    assert_int_equal(c->old.ins[a->first + k], b->first + k);
  }
  const struct ir_ins *i = &c->old.program->ins[a->first + a->count - 1],
                      *j = &c->new.program->ins[b->first + b->count - 1];
  if (i->op == IR_BR) check_target(c, i->a, j->a);
  if (i->op == IR_CBR) check_target(c, i->b, j->b), check_target(c, i->c, j->c);
  for (int32_t k = 0; i->op == IR_SWITCH && k < i->c; k += 2)
    check_target(c, c->old.program->extra[i->b + k], c->new.program->extra[j->b + k]);
}

static inline void check_change(const struct change *c) {
  for (uint32_t f = 0; f < c->old.program->nfunctions; f++) {
    if (c->old.function[f] != IR_NONE) assert_int_equal(c->new.function[c->old.function[f]], f);
    check_function(c, f);
  }
  for (uint32_t g = 0; g < c->old.program->nglobals; g++) {
    uint32_t match = c->old.global[g];
    if (match == IR_NONE) continue;
    assert_int_equal(c->new.global[match], g);
    assert_int_equal(c->new.global_changed[match], c->old.global_changed[g]);
  }
  for (uint32_t b = 0; b < c->old.program->nblocks; b++) check_block(c, b);
  for (uint32_t j = 0; j < c->new.program->nins; j++)
    if (c->new.ins[j] != IR_NONE) assert_int_equal(c->old.ins[c->new.ins[j]], j);
    else assert_int_equal(c->new.status[j], CHANGE_ALONE);
}

/* The base itself is compiled once; its texts are the caller's. */
static inline struct ir_program *base_ir(struct side_files *s) {
  static struct ir_program *compiled;
  if (!compiled) {
    compile_side(s);
    compiled = s->ir;
    remove_files(s);
  }
  return compiled;
}

static inline void open_pair(struct versions_pair *v, const struct edit *before, const struct edit *after) {
  for (int s = OLD_SIDE; s <= NEW_SIDE; s++) {
    v->side[s].program = mem_strdup(base_program);
    v->side[s].header = mem_strdup(base_header);
    edit_side(&v->side[s], s == OLD_SIDE ? before : after);
    v->side[s].base = !(s == OLD_SIDE ? before : after)->from;
    if (v->side[s].base) v->side[s].ir = base_ir(&v->side[s]);
    else compile_side(&v->side[s]);
  }
  v->change = change_open(v->side[OLD_SIDE].ir, v->side[NEW_SIDE].ir);
  check_change(v->change);
  lines_collect(&v->lines, v->change);
}

static inline void close_pair(struct versions_pair *v) {
  lines_free(&v->lines);
  change_close(v->change);
  free_side(&v->side[OLD_SIDE]);
  free_side(&v->side[NEW_SIDE]);
}

static inline const char *row_text(const struct versions_pair *v, const struct lines_row *row, int s) {
  const char *at = strstr(row->file[s], "part.h") ? v->side[s].header : v->side[s].program;
  for (uint32_t n = 1; n < row->line[s] && *at; n++) at += strcspn(at, "\n"), at += *at == '\n';
  return at + strspn(at, " ");
}

/* A line that reads the same and only follows from another one of its function is left out, as in what `heddle diff`
   prints. */
static inline bool is_left_out(const struct versions_pair *v, const struct lines_function *f,
                               const struct lines_row *row) {
  const char *old = row_text(v, row, OLD_SIDE), *new = row_text(v, row, NEW_SIDE);
  size_t n = strcspn(old, "\n");
  if (!row->derived || (row->kind == LINES_MODIFIED && (n != strcspn(new, "\n") || strncmp(old, new, n)))) return false;
  for (uint32_t i = 0; i < f->rows.count; i++)
    if (!f->rows.data[i].derived) return true;
  return false;
}

/* What was found, as text, a line each: "put modified   if (queue.count <= LIMIT) {", "global table". */
static inline void found_text(const struct versions_pair *v, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (uint32_t i = 0; i < v->lines.functions.count; i++) {
    const struct lines_function *f = &v->lines.functions.data[i];
    for (uint32_t k = 0; k < f->rows.count && used < size; k++) {
      const struct lines_row *row = &f->rows.data[k];
      int s = row->line[NEW_SIDE] ? NEW_SIDE : OLD_SIDE;
      const struct ir_program *p = v->side[s].ir;
      const char *at = row_text(v, row, s);
      if (is_left_out(v, f, row)) continue;
      used += (size_t)snprintf(text + used, size - used, "%s %s %.*s\n", ir_text(p, p->functions[f->function[s]].name),
                               lines_kind_text(row->kind), (int)strcspn(at, "\n"), at);
    }
  }
  for (uint32_t i = 0; i < v->lines.globals.count && used < size; i++) {
    const struct lines_global *g = &v->lines.globals.data[i];
    int s = g->global[NEW_SIDE] != IR_NONE ? NEW_SIDE : OLD_SIDE;
    const char *what = g->global[OLD_SIDE] == IR_NONE   ? "added"
                       : g->global[NEW_SIDE] == IR_NONE ? "deleted"
                       : g->changed                     ? "modified"
                                                        : NULL;
    if (what)
      used += (size_t)snprintf(text + used, size - used, "global %s %s\n", what,
                               ir_text(v->side[s].ir, v->side[s].ir->globals[g->global[s]].name));
  }
}
#endif
