/* Writes a random sequential C program without undefined or unspecified behaviour to standard output.

     gen SEED SIZE            prints values and a checksum; every compiler and interpreter must agree on the output
     gen SEED SIZE symbolic   the same with 1 to 3 inputs of few values; decisions on data are marked (see native.c)

   The same arguments always give the same program. How behaviour is kept defined: arithmetic is unsigned and converted
   back, shift amounts and array indices are masked, divisors are made odd or checked, an expression has no side effect,
   calls stand alone in a statement, every loop and every call uses up fuel. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_VARS = 200, MAX_FUNCTIONS = 8 };

/* Integer types of the programs, by index; the names are typedefs of the prelude. */
static const char *const types[] = {"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"};
enum { TYPES = 8, DOUBLE = 8, FLOAT = 9 };

struct var {
  char name[40]; /* an lvalue without side effects */
  int type;      /* index in types[], or DOUBLE, FLOAT */
  bool fixed;    /* a loop counter or an input: only read */
  bool plain;    /* its address may be taken */
};

struct function {
  int nparams, types[6];
  bool record; /* the last parameter is a struct by value */
};

struct gen {
  uint64_t state;
  int size;      /* statements per function, roughly */
  bool symbolic; /* inputs, and marks at decisions */
  int indent, loops, marks, names, nvars, nfunctions, current;
  struct var vars[MAX_VARS];
  struct function functions[MAX_FUNCTIONS];
};

/* ---- random choices and output */

static uint64_t next(struct gen *g) {
  uint64_t z = g->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
static int below(struct gen *g, int n) { return (int)(next(g) % (unsigned)n); }
static bool chance(struct gen *g, int percent) { return below(g, 100) < percent; }

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vprintf(format, ap);
  va_end(ap);
}

static void tabs(struct gen *g) { put("%*s", 2 * g->indent, ""); }

static void add_var(struct gen *g, const char *name, int type, bool fixed) {
  if (g->nvars == MAX_VARS) return;
  struct var *v = &g->vars[g->nvars++];
  snprintf(v->name, sizeof v->name, "%s", name);
  v->type = type;
  v->fixed = fixed;
  v->plain = !strpbrk(name, ".*[");
}

/* A variable with the wanted property, or NULL. */
static struct var *pick(struct gen *g, bool integer, bool writable) {
  for (int tries = 0; tries < 20 && g->nvars; tries++) {
    struct var *v = &g->vars[below(g, g->nvars)];
    if ((v->type < TYPES) == integer && !(writable && v->fixed)) return v;
  }
  return NULL;
}

/* ---- expressions: an integer of any type; no side effects, no calls of generated functions */

static void expression(struct gen *g, int depth);

static void literal(struct gen *g) {
  static const char *const special[] = {"0",
                                        "1",
                                        "-1",
                                        "127",
                                        "128",
                                        "255",
                                        "-128",
                                        "32767",
                                        "65535",
                                        "2147483647",
                                        "(-2147483647 - 1)",
                                        "4294967295u",
                                        "0x8000000000000000u",
                                        "0x7fffffffffffffff",
                                        "10"};
  if (chance(g, 50)) put("%s", special[below(g, sizeof special / sizeof *special)]);
  else if (chance(g, 80)) put("%d", below(g, 200) - 60);
  else put("0x%lxu", (unsigned long)next(g) >> below(g, 50));
}

static void index_into(struct gen *g, int size, int depth) {
  put("[(u32)(");
  expression(g, depth - 1);
  put(") & %d]", size - 1);
}

static void leaf(struct gen *g, int depth) {
  struct var *v = pick(g, true, false);
  int kind = below(g, 20);
  if (!v || kind < 4) literal(g);
  else if (kind == 4 && depth > 0) put("table"), index_into(g, 16, depth);
  else if (kind == 5 && depth > 0) put("grid[%d]", below(g, 3)), index_into(g, 8, depth);
  else if (kind == 6 && depth > 0)
    put("records"), index_into(g, 4, depth), put(".%s", chance(g, 50) ? "half" : "field");
  else if (kind == 7) put("view.byte[%d]", below(g, 8));
  else put("(%s)%s", types[v->type], v->name); /* the cast: compilers differ on the type of a wide bit-field */
}

static void binary(struct gen *g, int depth) {
  static const char *const ops[] = {"+", "-", "*", "&", "|", "^"};
  const char *compute = types[chance(g, 50) ? 5 : 7];
  put("(%s)((%s)(", types[below(g, TYPES)], compute);
  expression(g, depth - 1);
  put(") %s (%s)(", ops[below(g, 6)], compute);
  expression(g, depth - 1);
  put("))");
}

static void shift(struct gen *g, int depth) {
  static const char *const kinds[] = {"u32", "u64", "i32", "i64", "u8", "i16"};
  int kind = below(g, 6);
  bool left = kind < 2 && chance(g, 60);
  put("((%s)(", kinds[kind]);
  expression(g, depth - 1);
  put(") %s ((u32)(", left ? "<<" : ">>");
  expression(g, depth - 1);
  put(") & %d))", kind % 2 == 1 && kind < 4 ? 63 : 31);
}

/* In the symbolic mode a division takes no decision: the divisor is odd and positive. */
static void division(struct gen *g, int depth) {
  static const char *const kinds[] = {"i32", "u32", "i64", "u64"};
  int kind = below(g, 4);
  if (g->symbolic) {
    put("((%s)(", kinds[kind & 1]);
    expression(g, depth - 1);
    put(") %s (%s)(((", chance(g, 50) ? "/" : "%", kinds[kind & 1]);
    expression(g, depth - 1);
    put(") & 14) | 1))");
    return;
  }
  put("%s_%s((%s)(", chance(g, 50) ? "quo" : "rem", kinds[kind], kinds[kind]);
  expression(g, depth - 1);
  put("), (%s)(", kinds[kind]);
  expression(g, depth - 1);
  put("))");
}

static void comparison(struct gen *g, int depth) {
  static const char *const ops[] = {"<", "<=", ">", ">=", "==", "!="};
  put("((%s)(", types[below(g, TYPES)]);
  expression(g, depth - 1);
  put(") %s (%s)(", ops[below(g, 6)], types[below(g, TYPES)]);
  expression(g, depth - 1);
  put("))");
}

static void bits(struct gen *g, int depth) {
  static const char *const calls[] = {"__builtin_popcount((u32)(",        "__builtin_popcountl((u64)(",
                                      "__builtin_bswap32((u32)(",         "__builtin_bswap64((u64)(",
                                      "__builtin_parity((u32)(",          "__builtin_clz(1u | (u32)(",
                                      "__builtin_ctzl(1ul << 63 | (u64)("};
  put("%s", calls[below(g, 7)]);
  expression(g, depth - 1);
  put("))");
}

/* && || ?: are decisions; the symbolic mode keeps them for statements, where they are marked. */
static void logic(struct gen *g, int depth) {
  if (g->symbolic) {
    comparison(g, depth);
    return;
  }
  int kind = below(g, 3);
  put("((");
  expression(g, depth - 1);
  put(")%s(", kind == 0 ? " && " : kind == 1 ? " || " : " ? ");
  expression(g, depth - 1);
  if (kind == 2) put(") : ("), expression(g, depth - 1);
  put("))");
}

static void expression(struct gen *g, int depth) {
  if (depth <= 0) {
    leaf(g, 0);
    return;
  }
  switch (below(g, 12)) {
  case 0:
  case 1:
  case 2: binary(g, depth); break;
  case 3: shift(g, depth); break;
  case 4: division(g, depth); break;
  case 5: comparison(g, depth); break;
  case 6: logic(g, depth); break;
  case 7: put("(%s)(", types[below(g, TYPES)]), expression(g, depth - 1), put(")"); break;
  case 8: put("%s(", chance(g, 50) ? "~" : "!"), expression(g, depth - 1), put(")"); break;
  case 9:
    if (chance(g, 40)) bits(g, depth);
    else binary(g, depth);
    break;
  default: leaf(g, depth);
  }
}

/* A floating-point expression: every operation rounds the same way everywhere. */
static void real(struct gen *g, int depth) {
  static const char *const ops[] = {"+", "-", "*", "/"};
  struct var *v = pick(g, false, false);
  int kind = depth <= 0 ? below(g, 3) : below(g, 8);
  if (kind == 0 && v) put("%s", v->name);
  else if (kind <= 1) put("%d.%d%s", below(g, 300) - 100, below(g, 1000), chance(g, 30) ? "f" : "");
  else if (kind == 2) put("(%s)(i32)(", chance(g, 70) ? "double" : "float"), expression(g, 1), put(")");
  else {
    put("(%s)((", chance(g, 70) ? "double" : "float");
    real(g, depth - 1);
    put(") %s (", ops[below(g, 4)]);
    real(g, depth - 1);
    put("))");
  }
}

/* ---- statements */

static void block(struct gen *g, int budget);

/* A condition that decides: MARK records the outcome natively and is transparent under heddle. */
static void condition(struct gen *g) {
  int parts = chance(g, 25) ? 2 : 1;
  const char *join = chance(g, 50) ? " && " : " || ";
  for (int i = 0; i < parts; i++) {
    put("%sMARK(%d, ", i ? join : "", g->marks++);
    comparison(g, 2);
    put(")");
  }
}

static void assignment(struct gen *g) {
  static const char *const ops[] = {"=", "=", "=", "^=", "|=", "&="};
  struct var *v = pick(g, true, true);
  if (!v) return;
  tabs(g);
  if (chance(g, 10)) put("%s%s;\n", v->name, chance(g, 50) ? " += 1u" : " ^= 5u");
  else {
    put("%s %s (%s)(", v->name, ops[below(g, 6)], types[v->type]);
    expression(g, 3);
    put(");\n");
  }
}

static void element(struct gen *g) {
  tabs(g);
  switch (below(g, 4)) {
  case 0: put("table"), index_into(g, 16, 2); break;
  case 1: put("grid[%d]", below(g, 3)), index_into(g, 8, 2); break;
  case 2: put("records"), index_into(g, 4, 2), put(".%s", chance(g, 50) ? "half" : "field"); break;
  default: put("view.byte[%d]", below(g, 8));
  }
  put(" = ");
  expression(g, 3);
  put(";\n");
}

static void real_assignment(struct gen *g) {
  struct var *v = pick(g, false, true);
  if (!v) return;
  tabs(g);
  put("%s = ", v->name);
  real(g, 3);
  put(";\n");
  if (chance(g, 40)) {
    struct var *to = pick(g, true, true);
    tabs(g);
    if (to) put("%s = (%s)%s(%s);\n", to->name, types[to->type], chance(g, 50) ? "to_int" : "real_bits", v->name);
    else put(";\n");
  }
}

static void declaration(struct gen *g) {
  char name[20];
  bool is_real = !g->symbolic && chance(g, 20), is_volatile = chance(g, 5);
  int type = is_real ? (chance(g, 70) ? DOUBLE : FLOAT) : below(g, TYPES);
  snprintf(name, sizeof name, "v%d", g->names++);
  tabs(g);
  if (is_real) put("%s %s = ", type == DOUBLE ? "double" : "float", name), real(g, 2);
  else
    put("%s%s %s = (%s)(", is_volatile ? "volatile " : "", types[type], name, types[type]), expression(g, 2), put(")");
  put(";\n");
  add_var(g, name, type, false);
  if (is_volatile && g->nvars) g->vars[g->nvars - 1].plain = false;
}

static void pointer_use(struct gen *g) {
  struct var *v = pick(g, true, true);
  if (!v || !v->plain) {
    assignment(g);
    return;
  }
  tabs(g);
  put("{ %s *p = (%s *)&%s; *p = (%s)(*p ^ (%s)(", types[v->type], types[v->type], v->name, types[v->type],
      types[v->type]);
  expression(g, 2);
  put(")); }\n");
}

static void branch(struct gen *g, int budget) {
  tabs(g);
  put("if (");
  condition(g);
  put(") {\n");
  block(g, budget / 2);
  if (chance(g, 60)) {
    tabs(g);
    put("} else {\n");
    block(g, budget / 2);
  }
  tabs(g);
  put("}\n");
}

static void loop(struct gen *g, int budget) {
  char name[20];
  int vars = g->nvars, turns = 1 + below(g, g->symbolic ? 4 : 9);
  snprintf(name, sizeof name, "n%d", g->names++);
  tabs(g);
  put("for (u32 %s = 0; %s < %d; %s++) {\n", name, name, turns, name);
  add_var(g, name, 5, true);
  g->loops++;
  g->indent++;
  tabs(g);
  put("if (fuel-- <= 0) break;\n");
  if (chance(g, 30)) tabs(g), put("if ("), condition(g), put(") %s;\n", chance(g, 50) ? "break" : "continue");
  g->indent--;
  block(g, budget / 2);
  g->loops--;
  tabs(g);
  put("}\n");
  g->nvars = vars;
}

/* Each case is a block of its own; the selector is narrow so that cases are hit. */
static void selection(struct gen *g, int budget) {
  int cases = 2 + below(g, 4), mark = g->marks++;
  tabs(g);
  put("switch ((u32)(");
  expression(g, 2);
  put(") %% 7) {\n");
  for (int i = 0; i < cases; i++) {
    tabs(g);
    put("case %d: CASE(%d, %d); {\n", i, mark, i);
    block(g, budget / 4);
    tabs(g);
    put("} %s\n", chance(g, 70) ? "break;" : "/* fall through */");
  }
  if (chance(g, 60)) {
    tabs(g);
    put("default: CASE(%d, 99); {\n", mark);
    block(g, budget / 4);
    tabs(g);
    put("}\n");
  } else {
    tabs(g);
    put("case %d: CASE(%d, %d); break;\n", cases, mark, cases);
  }
  tabs(g);
  put("}\n");
}

static void call(struct gen *g) {
  if (!g->current) {
    assignment(g);
    return;
  }
  int callee = below(g, g->current);
  const struct function *f = &g->functions[callee];
  struct var *v = pick(g, true, true);
  tabs(g);
  if (v) put("%s = (%s)", v->name, types[v->type]);
  bool pointer = !g->symbolic && chance(g, 20);
  put(pointer ? "(*(volatile fn%d *)&fn_table%d)(" : "f%d(", callee, callee);
  for (int i = 0; i < f->nparams; i++) {
    if (i) put(", ");
    put("(%s)(", types[f->types[i]]);
    expression(g, 2);
    put(")");
  }
  if (f->record) put("%srecords[%d]", f->nparams ? ", " : "", below(g, 4));
  put(");\n");
}

/* Library calls, records, variable arguments, the heap: whole small scenes with fixed shape and random data. */
static void scene(struct gen *g) {
  static const char *const scenes[] = {
      "{ char text[40]; int n = snprintf(text, sizeof text, \"%%d:%%u:%%s:%%lx\", (i32)(A), (u32)(B), \"end\", "
      "(u64)(A)); "
      "add((u64)n); for (int i = 0; text[i]; i++) add((u8)text[i]); }",
      "{ u8 copy[16]; memcpy(copy, table, sizeof copy); memmove(copy + 3, copy, 9); memset(copy + ((u32)(A) & 7), "
      "(u8)(B), 4); "
      "for (int i = 0; i < 16; i++) add(copy[i]); add((u64)(memcmp(copy, table, 16) > 0)); }",
      "{ u32 n = 1 + ((u32)(A) & 7); i32 *heap = calloc(n, sizeof *heap); for (u32 i = 0; i < n; i++) heap[i] = "
      "(i32)((u32)(B) * i); "
      "heap = realloc(heap, (n + 5) * sizeof *heap); add((u64)heap[n - 1]); free(heap); }",
      "{ struct record local = records[(u32)(A) & 3]; local.field = (B) & 31; local.wide ^= 0x55; records[(u32)(B) "
      "& 3] = mix(local, records[1]); }",
      "add((u64)variable(3, (i32)(A), (u64)(B), (double)(i32)(A)));",
      "add((u64)variable(5, (i32)(A), (u64)(B), 2.5, (i32)(B), (u64)(A)));",
      "{ u32 n = 1 + ((u32)(A) & 15); u16 part[n]; for (u32 i = 0; i < n; i++) part[i] = (u16)((u32)(B) + i * i); "
      "add(part[n / 2]); }",
      "{ i32 order[6] = {(i32)(A), 5, (i32)(B), -7, 0, 3}; qsort(order, 6, sizeof *order, by_value); for (int i = "
      "0; i < 6; i++) add((u64)order[i]); }",
      "add(recurse((u32)(A) & 7, (u64)(B)));",
      "{ unsigned __int128 wide = (unsigned __int128)(u64)(A) * (u64)(B); wide += (u64)(B); add((u64)(wide >> 64)); "
      "add((u64)(wide >> 7)); }",
      "{ char text[24]; snprintf(text, sizeof text, \"%%ld\", (i64)(A)); add((u64)strtol(text, 0, 10)); "
      "add(strlen(text)); add((u64)(strchr(text, '7') != 0)); }",
      "{ i32 sum; if (__builtin_add_overflow((i32)(A), (i32)(B), &sum)) add(1); add((u64)sum); }",
      "{ i64 product; if (__builtin_mul_overflow((i64)(A), (i64)(i16)(B), &product)) add(2); add((u64)product); }",
      "printf(\"%%d %%lu %%s %%.3f\\n\", (i32)(A), (u64)(B), (A) ? \"yes\" : \"no\", (double)(i16)(B) / 8);",
      "{ union { float f; u8 b[4]; } u = {.f = (float)(i16)(A)}; for (int i = 0; i < 4; i++) add(u.b[i]); }",
      "{ const struct record *q = &(struct record){.small = (i8)(A), .wide = (i64)(B)}; add((u64)q->wide + "
      "(u64)q->small); }",
  };
  tabs(g);
  for (const char *s = scenes[below(g, sizeof scenes / sizeof *scenes)]; *s; s++) {
    if (s[0] == '%' && s[1] == '%') putchar('%'), s++;
    else if ((s[0] == 'A' || s[0] == 'B') && s[-1] == '(' && s[1] == ')') expression(g, 2);
    else putchar(*s);
  }
  put("\n");
}

static void statement(struct gen *g, int budget) {
  int kind = below(g, 24);
  bool nested = budget > 2 && g->indent < 6;
  if (kind < 7) assignment(g);
  else if (kind < 9) element(g);
  else if (kind < 11) declaration(g);
  else if (kind < 12) pointer_use(g);
  else if (kind < 15 && nested) branch(g, budget);
  else if (kind < 17 && nested && g->loops < 2) loop(g, budget);
  else if (kind < 18 && nested) selection(g, budget);
  else if (kind < 20) call(g);
  else if (g->symbolic) assignment(g);
  else if (kind < 22) real_assignment(g);
  else scene(g);
}

static void block(struct gen *g, int budget) {
  int vars = g->nvars, statements = 1 + below(g, budget < 1 ? 1 : budget > 8 ? 8 : budget);
  g->indent++;
  for (int i = 0; i < statements; i++) statement(g, budget);
  g->indent--;
  g->nvars = vars;
}

/* ---- the whole program */

static void prelude(struct gen *g) {
  static const char *const names[] = {"signed char", "unsigned char", "short", "unsigned short",
                                      "int",         "unsigned",      "long",  "unsigned long"};
  put("#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n");
  if (g->symbolic) put("#include \"heddle.h\"\n");
  for (int i = 0; i < TYPES; i++) put("typedef %s %s;\n", names[i], types[i]);
  put("#ifdef NATIVE\nint mark(int id, int outcome);\n#define MARK(id, c) mark(id, !!(c))\n"
      "#define CASE(id, n) mark(id, n)\n"
      "#else\n#define MARK(id, c) (c)\n#define CASE(id, n) (void)0\n#endif\n");
  put("struct record { i8 small; u16 half; u32 field : 5; i32 sign : 7; u64 cross : 45; i64 wide; };\n");
  put("static int fuel;\nstatic u64 sum;\n"
      "static void add(u64 v) { sum = (sum ^ v) * 0x100000001b3u + (sum >> 29); }\n");
  put("static union { u64 word; u8 byte[8]; } view;\nstatic u8 table[16];\nstatic i16 grid[3][8];\n"
      "static struct record records[4];\n");
}

static void helpers(void) {
  static const char *const kinds[] = {"i32", "u32", "i64", "u64"}, *const least[] = {"-2147483647 - 1", "",
                                                                                     "-0x7fffffffffffffff - 1", ""};
  for (int i = 0; i < 4; i++)
    for (int rem = 0; rem < 2; rem++)
      put("static %s %s_%s(%s a, %s b) { return b == 0%s%s%s ? a : a %s b; }\n", kinds[i], rem ? "rem" : "quo",
          kinds[i], kinds[i], kinds[i], *least[i] ? " || (b == -1 && a == " : "", least[i], *least[i] ? ")" : "",
          rem ? "%" : "/");
  put("static i32 to_int(double d) { return d > -1e9 && d < 1e9 ? (i32)d : 0; }\n"
      "static u64 real_bits(double d) { u64 u; if (d != d) return 7; memcpy(&u, &d, sizeof u); return u; }\n"
      "static int by_value(const void *a, const void *b) { i32 x = *(const i32 *)a, y = *(const i32 *)b; return x < "
      "y ? -1 : x > y; }\n"
      "static u64 recurse(u32 n, u64 x) { if (!n) return x; u64 local[2] = {x * 3, x ^ n}; return recurse(n - 1, "
      "local[x & 1]) + local[0]; }\n"
      "static struct record mix(struct record a, struct record b) { a.wide += 0; a.half = (u16)(a.half ^ b.half); "
      "a.sign = b.sign; a.cross ^= b.cross; return a; }\n"
      "static double variable(int n, ...) { va_list ap; double r = 0; va_start(ap, n); for (int i = 0; i < n; i++) "
      "r = r * 0.5 + (i %% 3 == 0 ? va_arg(ap, i32) : i %% 3 == 1 ? (double)(va_arg(ap, u64) >> 40) : va_arg(ap, "
      "double)); va_end(ap); return r > 1e15 || r < -1e15 ? 1 : r + 2e15; }\n");
}

static void globals(struct gen *g) {
  char name[40];
  for (int i = 0; i < 8; i++) {
    int type = below(g, TYPES);
    snprintf(name, sizeof name, "g%d", i);
    put("static %s %s;\n", types[type], name);
    add_var(g, name, type, false);
  }
  put("static u32 pointed = 3, *gp = &pointed;\nstatic double d0;\nstatic float d1;\n");
  add_var(g, "(*gp)", 5, false);
  add_var(g, "records[1].field", 5, false);
  add_var(g, "records[2].sign", 4, false);
  add_var(g, "records[3].cross", 7, false);
  add_var(g, "records[0].small", 0, false);
  add_var(g, "records[2].wide", 6, false);
  if (!g->symbolic) add_var(g, "d0", DOUBLE, false), add_var(g, "d1", FLOAT, false);
}

/* Everything gets its first value here, so that a native process can run the program once per input. */
static void reset(struct gen *g) {
  put("void reset(void) {\n  fuel = %d; sum = 1; view.word = 0x%lxu; *gp = %d; d0 = 0.5; d1 = 1.25f;\n",
      g->symbolic ? 60 : 4000, (unsigned long)next(g), below(g, 1000));
  for (int i = 0; i < 8; i++) put("  g%d = %d;\n", i, below(g, 256) - 100);
  put("  for (int i = 0; i < 16; i++) table[i] = (u8)(i * %d + 1);\n", below(g, 100));
  put("  for (int i = 0; i < 24; i++) grid[i / 8][i %% 8] = (i16)(i * %d - 77);\n", below(g, 3000));
  put("  for (int i = 0; i < 4; i++) records[i] = (struct record){(i8)(i * 50), (u16)(i * 999), (u32)i, i - 2, "
      "(u64)i << 40, -i};\n}\n");
}

static void function(struct gen *g, int index) {
  struct function *f = &g->functions[index];
  int vars = g->nvars;
  char name[20];
  f->nparams = below(g, 6);
  f->record = chance(g, 30);
  int result = below(g, TYPES);
  put("static %s f%d(", types[result], index);
  for (int i = 0; i < f->nparams; i++) {
    f->types[i] = below(g, TYPES);
    snprintf(name, sizeof name, "a%d", i);
    put("%s%s %s", i ? ", " : "", types[f->types[i]], name);
    add_var(g, name, f->types[i], false);
  }
  if (f->record)
    put("%sstruct record r", f->nparams ? ", " : ""), add_var(g, "r.wide", 6, false), add_var(g, "r.sign", 4, false);
  put("%s) {\n  if (fuel-- <= 0) return 0;\n", f->nparams || f->record ? "" : "void");
  g->current = index;
  for (int i = 0; i < 2 + g->size / 10; i++) g->indent = 1, declaration(g);
  g->indent = 0;
  for (int i = 0; i < g->size / 8 + 1; i++) block(g, g->size / 3 + 2);
  put("  return (%s)(", types[result]);
  expression(g, 2);
  put(");\n}\ntypedef %s fn%d_type(", types[result], index);
  for (int i = 0; i < f->nparams; i++) put("%s%s", i ? ", " : "", types[f->types[i]]);
  if (f->record) put("%sstruct record", f->nparams ? ", " : "");
  put("%s);\ntypedef fn%d_type *fn%d;\nstatic __attribute__((unused)) fn%d fn_table%d = f%d;\n",
      f->nparams || f->record ? "" : "void", index, index, index, index, index);
  g->nvars = vars;
}

static void finish(struct gen *g) {
  put("void program(void) {\n");
  g->current = g->nfunctions;
  g->indent = 0;
  block(g, g->size);
  if (g->nfunctions) g->indent = 1, call(g), call(g);
  for (int i = 0; i < 8; i++) put("  add((u64)g%d);\n", i);
  put("  add(view.word); add(*gp); %s\n", g->symbolic ? "" : "add(real_bits(d0)); add(real_bits(d1));");
  put("  for (int i = 0; i < 16; i++) add(table[i]);\n  for (int i = 0; i < 24; i++) add((u64)grid[i / 8][i %% 8]);\n"
      "  for (int i = 0; i < 4; i++) add((u64)records[i].small), add(records[i].half), add(records[i].field), "
      "add((u64)records[i].sign), "
      "add(records[i].cross), add((u64)records[i].wide);\n");
  if (!g->symbolic) put("  printf(\"g0 %%ld g1 %%ld fuel %%d\\n\", (i64)g0, (i64)g1, fuel);\n");
  put("  printf(\"%%lx\\n\", sum);\n}\n");
}

/* Inputs are bytes below a limit, together at most 4096 combinations, so that all can be tried natively. */
static void symbolic_inputs(struct gen *g) {
  int n = 1 + below(g, 3);
  char name[20];
  put("u8 in[3];\nconst int ninputs = %d;\nconst int limits[3] = {", n);
  int limits[3];
  for (int i = 0; i < 3; i++)
    limits[i] = i < n ? (n == 1 ? 200 : n == 2 ? 20 + below(g, 44) : 5 + below(g, 11)) : 1, put("%d, ", limits[i]);
  put("};\n");
  for (int i = 0; i < n; i++)
    for (int copies = 0; copies < 4; copies++) snprintf(name, sizeof name, "in[%d]", i), add_var(g, name, 1, true);
}

static void symbolic_main(void) {
  put("#ifndef NATIVE\nint main(void) {\n  heddle_symbolic(in, (size_t)ninputs, \"in\");\n"
      "  for (int i = 0; i < ninputs; i++) heddle_assume(in[i] < limits[i]);\n  reset();\n  program();\n"
      "  return 0;\n}\n#endif\n");
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: gen SEED SIZE [symbolic]\n");
    return 2;
  }
  struct gen g = {
      .state = strtoull(argv[1], NULL, 10) * 0x2545f4914f6cdd1du + 99, .size = atoi(argv[2]), .symbolic = argc > 3};
  put("/* %s random program: seed %s, size %s */\n", g.symbolic ? "symbolic" : "concrete", argv[1], argv[2]);
  prelude(&g);
  globals(&g);
  if (g.symbolic) symbolic_inputs(&g);
  else helpers();
  reset(&g);
  g.nfunctions = 1 + below(&g, g.symbolic ? 2 : MAX_FUNCTIONS);
  for (int i = 0; i < g.nfunctions; i++) function(&g, i);
  finish(&g);
  if (g.symbolic) symbolic_main();
  else put("int main(void) {\n  reset();\n  program();\n  return 0;\n}\n");
  return 0;
}
