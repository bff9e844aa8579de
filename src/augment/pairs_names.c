/* What people call a place in memory.

   The program's instructions do not know structures and arrays any more, but they know the column of the source at which the access
   stands: clang gives a read the column of the variable or member, a write that of its operator, what is written stands before it. So the text
   around the column gives members and brackets, and the static layer gives the object. Where the text does not tell, the offset does. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "augment/pairs_inside.h"

enum { MOST_PART = 96 };

void names_open(struct names *n, const struct ir_program *p, struct arena *memory) {
  *n = (struct names){.p = p, .memory = memory};
}

void names_close(struct names *n) {
  texts_free(&n->texts);
  map_free(&n->parts);
  map_free(&n->interned);
  vec_free(&n->list);
}

static uint32_t intern(struct names *n, const char *text) {
  uint64_t key = hash_bytes(text, strlen(text));
  uint32_t id;
  for (; map_get(&n->interned, key, &id); key = hash_mix(key + 1))
    if (!strcmp(n->list.data[id], text)) return id;
  char *copy = arena_alloc(n->memory, strlen(text) + 1);
  map_put(&n->interned, key, n->list.count);
  vec_push(&n->list, strcpy(copy, text));
  return n->list.count - 1;
}

/* ---- the text of an access ---- */

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Back over what stands in brackets, from the closing one to the opening one; NULL if that is not in this line. */
static const char *before_brackets(const char *line, const char *at) {
  for (int depth = 0; at >= line; at--) {
    depth += *at == ']';
    depth -= *at == '[';
    if (!depth) return at;
  }
  return NULL;
}

static const char *back_over_blanks(const char *line, const char *at) {
  while (at > line && isspace((unsigned char)at[-1])) at--;
  return at;
}

/* Prepends to a text that ends at the end of the room. */
static bool prepend(char part[MOST_PART], size_t *start, const char *text, size_t length) {
  if (*start < length) return false;
  *start -= length;
  memcpy(part + *start, text, length);
  return true;
}

/* The members that end before `end`, as ".queue.items[]": back to the variable or the last arrow. A variable alone gives "", or "[]". False: what stands
   there is neither. */
static bool read_backwards(const char *line, const char *end, char part[MOST_PART]) {
  size_t start = MOST_PART - 1;
  part[start] = 0;
  for (;;) {
    end = back_over_blanks(line, end);
    while (end > line && end[-1] == ']') {
      const char *open = before_brackets(line, end - 1);
      if (!open || !prepend(part, &start, "[]", 2)) return false;
      end = back_over_blanks(line, open);
    }
    const char *word = end;
    while (word > line && in_word(word[-1])) word--;
    if (word == end || isdigit((unsigned char)*word)) return false;
    const char *mark = back_over_blanks(line, word);
    bool arrow = mark >= line + 2 && mark[-1] == '>' && mark[-2] == '-', dot = mark > line && mark[-1] == '.';
    if (!arrow && !dot) break; /* the variable */
    if (!prepend(part, &start, word, (size_t)(end - word)) || !prepend(part, &start, ".", 1)) return false;
    if (arrow) break;
    end = mark - 1;
  }
  memmove(part, part + start, MOST_PART - start);
  return true;
}

/* Over indices: `next` comes behind them and blanks, `at` right behind the last one. False: a bracket is not closed. */
static bool pass_brackets(const char **at, const char **next) {
  while (**next == '[') {
    int depth = 0;
    for (; **next; ++*next) {
      depth += **next == '[';
      depth -= **next == ']';
      if (!depth) break;
    }
    if (!**next) return false;
    *at = ++*next;
    *next += strspn(*next, " ");
  }
  return true;
}

/* Forward from a variable or member to the end of the expression that is accessed. */
static const char *end_of_expression(const char *at) {
  for (;;) {
    while (in_word(*at)) at++;
    const char *next = at + strspn(at, " ");
    if (!pass_brackets(&at, &next)) return NULL;
    if (*next == '.' && in_word(next[1])) at = next + 1;
    else if (*next == '-' && next[1] == '>') at = next + 2 + strspn(next + 2, " ");
    else return *next == '(' ? NULL : at;
  }
}

/* A read stands at its variable or member: only brackets may follow that belong to it. */
static const char *end_of_read(const char *at) {
  while (in_word(*at)) at++;
  const char *next = at + strspn(at, " ");
  if (*next == '(') return NULL;
  if (!pass_brackets(&at, &next)) return NULL;
  return at;
}

static bool read_part(const char *line, uint32_t column, char part[MOST_PART]) {
  if (!column || column > strlen(line)) return false;
  const char *at = line + column - 1, *end = NULL;
  bool step = (at[0] == '+' && at[1] == '+') || (at[0] == '-' && at[1] == '-');
  if (in_word(*at) && !isdigit((unsigned char)*at)) end = end_of_read(at);
  else if (step && in_word(at[2 + strspn(at + 2, " ")])) end = end_of_expression(at + 2 + strspn(at + 2, " "));
  else if (step || *at == '=' || (*at && strchr("+-*/%&|^<>", *at) && strchr(at, '=')))
    return read_backwards(line, at, part);
  return end && read_backwards(line, end, part);
}

/* What the compiler called the address: it names the address of a member after the member, with a number where it has done so before. */
static uint32_t member_of(struct names *n, uint32_t ins) {
  const struct ir_program *p = n->p;
  const struct ir_ins *access = &p->ins[ins];
  const struct ir_function *f = ir_function_of(p, ins);
  bool plain = access->op == IR_LOAD || access->op == IR_STORE || access->op == IR_RMW || access->op == IR_CMPXCHG;
  if (!plain || ir_is_const(access->a)) return IR_NONE;
  for (uint32_t i = ins; i-- > f->first_ins;) {
    if (p->ins[i].dst != (uint32_t)access->a || !ir_result_count(&p->ins[i])) continue;
    const char *name = ir_text(p, p->regs[f->first_reg + (uint32_t)access->a].name);
    bool member = p->ins[i].op == IR_ADD && ir_is_const(p->ins[i].b) && isalpha((unsigned char)*name);
    if (!member || strchr(name, '.') || !strncmp(name, "arrayidx", 8) || !strncmp(name, "incdec", 6) ||
        !strncmp(name, "add", 3))
      return IR_NONE;
    char text[MOST_PART];
    size_t length = strlen(name);
    while (length > 1 && isdigit((unsigned char)name[length - 1])) length--;
    snprintf(text, sizeof text, ".%.*s", (int)length, name);
    return intern(n, text);
  }
  return IR_NONE;
}

/* The part that the source line of an instruction names, as its number; IR_NONE: it tells nothing. */
static uint32_t part_of(struct names *n, uint32_t ins) {
  const struct ir_loc *loc = &n->p->locs[n->p->ins[ins].loc];
  char part[MOST_PART];
  uint32_t id = IR_NONE;
  if (map_get(&n->parts, ins, &id)) return id;
  if (loc->line && ir_ops[n->p->ins[ins].op].class != IR_CLASS_CALL) {
    char *path = ir_source_file(n->p, ir_text(n->p, loc->file));
    const char *line = texts_line(&n->texts, path, loc->line);
    if (line && read_part(line, loc->column, part)) id = intern(n, part);
    free(path);
  }
  if (id == IR_NONE) id = member_of(n, ins);
  map_put(&n->parts, ins, id);
  return id;
}

/* ---- objects ---- */

static const char *base_name(const char *path) { return strrchr(path, '/') ? strrchr(path, '/') + 1 : path; }

/* A static variable of a function is called "function.variable" by the compiler. */
static const char *global_name(const struct ir_program *p, uint32_t global) {
  const char *name = ir_text(p, p->globals[global].name), *dot = strchr(name, '.');
  char function[MOST_PART];
  if (!dot || !in_word(dot[1]) || isdigit((unsigned char)dot[1])) return name;
  snprintf(function, sizeof function, "%.*s", (int)(dot - name), name);
  return ir_find_function(p, function) != IR_NONE ? dot + 1 : name;
}

/* The type of what a line allocates, if it says so: "struct node". */
static bool allocated_type(const char *line, char type[MOST_PART]) {
  const char *at = line ? strstr(line, "struct ") : NULL;
  size_t length = 0;
  if (!at || (at > line && in_word(at[-1]))) return false;
  while (in_word(at[7 + length])) length++;
  if (!length || length + 8 > MOST_PART) return false;
  snprintf(type, MOST_PART, "%.*s", (int)(7 + length), at);
  return true;
}

static void write_allocation(struct names *n, uint32_t ins, FILE *out) {
  const struct ir_loc *loc = &n->p->locs[n->p->ins[ins].loc];
  char type[MOST_PART];
  char *path = ir_source_file(n->p, ir_text(n->p, loc->file));
  const char *line = loc->line ? texts_line(&n->texts, path, loc->line) : NULL;
  fprintf(out, "%s allocated at %s:%u", allocated_type(line, type) ? type : "object",
          base_name(ir_text(n->p, loc->file)), loc->line);
  free(path);
}

static void write_object(struct names *n, const struct static_place *at, FILE *out) {
  const struct ir_program *p = n->p;
  switch (at->kind) {
  case STATIC_GLOBAL:
  case STATIC_TLS: fputs(global_name(p, at->index), out); break;
  case STATIC_STACK:
    fprintf(out, "%s of %s()", ir_text(p, (uint32_t)p->ins[at->index].c),
            ir_text(p, ir_function_of(p, at->index)->name));
    break;
  case STATIC_HEAP: write_allocation(n, at->index, out); break;
  case STATIC_VARIABLE: fprintf(out, "variable arguments of %s()", ir_text(p, p->functions[at->index].name)); break;
  case STATIC_ARGUMENTS: fputs("arguments of the program", out); break;
  default: fputs("memory at any address", out); break;
  }
}

static uint64_t size_of(const struct ir_program *p, const struct static_place *at) {
  if (at->kind == STATIC_GLOBAL || at->kind == STATIC_TLS) return p->globals[at->index].size;
  if (at->kind != STATIC_STACK) return UINT64_MAX;
  ir_value v = p->ins[at->index].a;
  return ir_is_const(v) && p->consts[ir_const_index(v)].kind == IR_CONST_INT ? p->consts[ir_const_index(v)].value
                                                                             : UINT64_MAX;
}

/* ---- the whole name ---- */

/* ".next" of a heap object reads better as a member. An array of structures is told by the text, or by the stride: it is wider than
   the access. */
static void write_part(const struct static_place *at, const char *part, FILE *out) {
  size_t length = part ? strlen(part) : 0;
  bool indexed = length > 1 && part[0] == '[', named = at->kind == STATIC_GLOBAL || at->kind == STATIC_TLS;
  bool array = indexed || (at->stride > 1 && at->stride > at->width);
  const char *member = indexed ? part + 2 : part;
  if (member && *member == '.' && named) fprintf(out, "%s%s", array ? "[]" : "", member);
  else if (member && *member == '.') fprintf(out, ", member %s", member + 1);
  else if (at->stride || (length && part[length - 1] == ']')) fputs(named ? "[]" : ", an element", out);
  else if (at->offset) fprintf(out, "+%" PRId64, at->offset);
}

const char *names_variable(struct names *n, const struct static_place *written, uint32_t writer,
                           const struct static_place *read, uint32_t reader) {
  bool wide = !written->width || (read->width && read->width < written->width);
  const struct static_place *at = wide ? read : written;
  uint32_t first = part_of(n, wide ? reader : writer), second = part_of(n, wide ? writer : reader);
  uint32_t part = first != IR_NONE && *n->list.data[first] ? first : second != IR_NONE ? second : first;
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) return "";
  write_object(n, at, out);
  if (at->width && at->width < size_of(n->p, at)) write_part(at, part == IR_NONE ? NULL : n->list.data[part], out);
  fclose(out);
  uint32_t id = intern(n, text);
  free(text);
  return n->list.data[id];
}
