/* Sequential programs with inputs as trees of statements. The second version is the same tree after a few edits, so
   most of its paths are those of the first; so is each further one. Statements are of the kinds that make the engine
   decide: branches, cases, loops, places and sizes that depend on inputs, assumptions, failures, inputs in the middle,
   calls of the library, pointers that may mean several objects, decisions that exclude others. */
#include "suites.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"
#include "util/vec.h"

enum kind { BRANCH, CASES, ASSIGN, STORE, LOOP, HEAP, ASSERT, ASSUME, INPUT, TEXT, POINTER, DIVIDE, INSIDE, KINDS };

struct node {
  enum kind kind;
  uint32_t a, b, c;      /* what exactly */
  struct list *yes, *no; /* of a branch */
};
struct list {
  VEC(struct node) nodes;
};

struct program {
  struct list *body;
  bool wide; /* the last input has two bytes */
  uint64_t seed, state;
  unsigned inputs; /* in the middle, so far */
};

static uint32_t next(struct program *p, uint32_t limit) {
  p->state = p->state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(p->state >> 33) % limit;
}

/* ---- making ---- */

static struct list *make_list(struct program *p, unsigned count, unsigned depth);

static struct node make_node(struct program *p, unsigned depth) {
  static const enum kind likely[] = {BRANCH, BRANCH, BRANCH, BRANCH, CASES, ASSIGN, ASSIGN, STORE,
                                     LOOP,   HEAP,   ASSERT, ASSUME, INPUT, TEXT,   INSIDE, DIVIDE};
  struct node n = {.kind = likely[next(p, sizeof likely / sizeof *likely)]};
  if (n.kind == STORE && next(p, 8) == 0) n.kind = POINTER;
  if (n.kind == BRANCH && !depth) n.kind = ASSIGN;
  n.a = next(p, 1u << 20), n.b = next(p, 1u << 20), n.c = next(p, 1u << 20);
  if (n.kind == BRANCH) {
    n.yes = make_list(p, 1 + next(p, 2), depth - 1);
    n.no = make_list(p, next(p, 3), depth - 1);
  }
  return n;
}

static struct list *make_list(struct program *p, unsigned count, unsigned depth) {
  struct list *list = mem_zalloc(sizeof *list);
  for (unsigned i = 0; i < count; i++) {
    struct node n = make_node(p, depth);
    vec_push(&list->nodes, n);
  }
  return list;
}

static void free_list(struct list *list) {
  if (!list) return;
  for (uint32_t i = 0; i < list->nodes.count; i++)
    free_list(list->nodes.data[i].yes), free_list(list->nodes.data[i].no);
  vec_free(&list->nodes);
  free(list);
}

/* ---- editing ---- */

static void delete_node(struct list *list, uint32_t i) {
  free_list(list->nodes.data[i].yes), free_list(list->nodes.data[i].no);
  memmove(&list->nodes.data[i], &list->nodes.data[i + 1], (list->nodes.count - i - 1) * sizeof *list->nodes.data);
  list->nodes.count--;
}

static void insert_node(struct program *p, struct list *list, uint32_t i) {
  struct node n = make_node(p, 1);
  vec_push(&list->nodes, n);
  memmove(&list->nodes.data[i + 1], &list->nodes.data[i], (list->nodes.count - 1 - i) * sizeof *list->nodes.data);
  list->nodes.data[i] = n;
}

static void edit_list(struct program *p, struct list *list) {
  uint32_t i = list->nodes.count ? next(p, list->nodes.count) : 0;
  struct node *n = list->nodes.count ? &list->nodes.data[i] : NULL;
  if (n && n->kind == BRANCH && next(p, 3)) edit_list(p, next(p, 2) ? n->yes : n->no);
  else if (!n || next(p, 5) == 0) insert_node(p, list, i);
  else if (next(p, 5) == 0) delete_node(list, i);
  else if (next(p, 2)) n->b = next(p, 1u << 20);
  else n->c = next(p, 1u << 20);
}

/* ---- writing ---- */

static const char *const variables[] = {"a", "b", "c", "d"};
static const char *var(uint32_t v) { return variables[v % 4]; }

static void write_condition(FILE *out, const struct node *n) {
  static const char *const compare[] = {"<", ">", "==", "!=", "<=", ">="};
  const char *op = compare[n->b % 6];
  switch (n->a % 6) {
  case 0: fprintf(out, "%s %s %u", var(n->b), op, n->c % 7); break;
  case 1: fprintf(out, "%s %s %s", var(n->b), op, var(n->c)); break;
  case 2: fprintf(out, "(%s ^ %u) %s %u", var(n->b), n->c % 256, op, n->c % 91); break;
  case 3: fprintf(out, "x %s %u", op, n->c % 9); break;
  case 4: fprintf(out, "%s %s %u && %s > %u", var(n->b), op, n->c % 50, var(n->c), n->b % 5); break;
  default: fprintf(out, "%s + %s %s %u", var(n->b), var(n->c), op, n->c % 300); break;
  }
}

static void write_list(FILE *out, struct program *p, const struct list *list);

static void write_node(FILE *out, struct program *p, const struct node *n) {
  switch (n->kind) {
  case BRANCH:
    fprintf(out, "if ("), write_condition(out, n), fprintf(out, ") {\n"), write_list(out, p, n->yes);
    fprintf(out, "} else {\n"), write_list(out, p, n->no), fprintf(out, "}\n");
    break;
  case CASES:
    fprintf(out, "switch (%s & 7) {\ncase %u: x += 1; break;\ncase %u: x += y; break;\ndefault: y += %u;\n}\n",
            var(n->a), n->b % 4, 4 + n->b % 3, n->c % 5);
    break;
  case ASSIGN:
    fprintf(out, "%s = %s * %u + %s;\n", n->a % 2 ? "x" : "y", n->b % 3 ? var(n->b) : "x", n->c % 4,
            n->b % 2 ? "y" : "1");
    break;
  case STORE: fprintf(out, "t[%s & 3] = %s;\nx += t[%u];\n", var(n->a), var(n->b), n->c % 4); break;
  case LOOP:
    fprintf(out, "for (unsigned i = 0; i < (%s & %u); i++) y += %s;\n", var(n->a), 1 + n->b % 3, var(n->c));
    break;
  case HEAP:
    fprintf(out, "{\nunsigned char *p = malloc((%s & 3) + 1);\np[%u] = %s;\nx += p[%u];\nfree(p);\n}\n", var(n->a),
            n->b % 8 ? 0 : 2, var(n->c), n->b % 8 ? 0 : 2);
    break;
  case ASSERT:
    fprintf(out, "if (a == %u) assert(!(", n->a % 256), write_condition(out, n), fprintf(out, "));\n");
    break;
  case ASSUME:
    fprintf(out, "heddle_assume(!("), write_condition(out, n), fprintf(out, ") || b != %u);\n", n->c % 4);
    break;
  case INPUT:
    fprintf(out, "if (%s > %u) {\nunsigned char e;\nheddle_symbolic(&e, 1, \"e%u\");\nif (e < %u) x++;\n}\n", var(n->a),
            n->b % 200, n->c % 3, 1 + n->b % 100);
    break;
  case TEXT:
    fprintf(
        out,
        "{\nchar s[4] = {(char)%s, (char)%s, 'z', 0};\nif (strlen(s) > %u) x += isdigit((unsigned char)s[0]) != 0;\n"
        "}\n",
        var(n->a), var(n->b), n->c % 3);
    break;
  case POINTER:
    fprintf(out, "{\nint *q[3] = {&x, &y, &z};\n*q[%s %% 3] += %u;\nif (x > %u) y++;\n}\n", var(n->a), n->b % 5,
            n->c % 9);
    break;
  case INSIDE: /* what is impossible inside depends on one of the two numbers, and an edit changes one */
    fprintf(out, "if (%s > %u) {\nif (%s < %u) x += 2;\nelse y--;\n}\n", var(n->a), n->c % 250, var(n->a),
            2 + n->b % 100);
    break;
  default: fprintf(out, "if (c < %u) x += 100 / (%s - %u);\n", n->a % 20, var(n->b), n->c % 256); break;
  }
}

static void write_list(FILE *out, struct program *p, const struct list *list) {
  for (uint32_t i = 0; i < list->nodes.count; i++) write_node(out, p, &list->nodes.data[i]);
}

void suites_gen_head(FILE *out) {
  fprintf(out,
          "#include <assert.h>\n#include <ctype.h>\n#include <stdlib.h>\n#include <string.h>\n#include \"heddle.h\"\n");
}

uint32_t suites_gen_length(uint64_t seed) {
  static const uint32_t lengths[] = {2, 3, 4, 2, 3, 4, 3};
  return lengths[seed % 7];
}

void suites_gen(FILE *out, uint64_t seed, unsigned version) {
  struct program p = {.seed = seed, .state = seed * 0x9e3779b97f4a7c15u + 12345};
  p.body = make_list(&p, 3 + next(&p, 3), 2);
  for (unsigned v = 0; v < version; v++) {
    for (uint32_t edits = 1 + next(&p, 3); edits; edits--) edit_list(&p, p.body);
    p.wide = next(&p, 12) == 0;
  }
  fprintf(out,
          "int main_%" PRIu64
          "(void) {\nunsigned char a, b, c;\n%s d;\nunsigned char t[4] = {1, 2, 3, 4};\nint x = 0, y = 1, z = 2;\n",
          seed, p.wide ? "unsigned short" : "unsigned char");
  for (unsigned i = 0; i < 4; i++) fprintf(out, "heddle_symbolic(&%s, sizeof %s, \"%s\");\n", var(i), var(i), var(i));
  write_list(out, &p, p.body);
  fprintf(out, "if (x == y) return t[0] + z;\nreturn x;\n}\n");
  free_list(p.body);
}
