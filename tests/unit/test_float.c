/* Floating point, four ways that must agree: what native code computes (the compiler's own arithmetic on volatile
   numbers, and the C library), what the machine computes on numbers, what its terms evaluate to, and what Z3 says about
   them. On random bit patterns with all special numbers, and on all small integers. FLOAT_ROUNDS=n: more of them. */
#include <emmintrin.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
/* after the headers it needs */
#include <cmocka.h>

#include "smt/z3.h"
#include "vm/state.h"
#include "vm/term.h"

static uint64_t state = 88172645463325252u;
static uint64_t random64(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

static unsigned rounds(unsigned usual) {
  const char *more = getenv("FLOAT_ROUNDS");
  return more ? (unsigned)atoi(more) : usual;
}

/* Zeros, ones, halves, limits of integers, denormals, infinities, quiet and signalling NaNs; neighbours of them. */
static uint64_t pattern(unsigned width) {
  static const double plain[] = {0.0,
                                 1.0,
                                 0.5,
                                 1.5,
                                 2.5,
                                 3.0,
                                 1e10,
                                 2147483647.0,
                                 2147483648.0,
                                 4294967296.0,
                                 9223372036854775808.0,
                                 18446744073709551616.0,
                                 1e-320,
                                 1e-40,
                                 1e300,
                                 1e38,
                                 0.1};
  static const uint64_t wide[] = {0x7ff0000000000000, 0x7ff8000000000000, 0x7ff0000000000001, 0x7ff8000000001234, 1,
                                  0x000fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff};
  static const uint64_t narrow[] = {0x7f800000, 0x7fc00000, 0x7f800001, 0x7fc01234,
                                    1,          0x007fffff, 0x00800000, 0x7f7fffff};
  uint64_t bits = random64();
  unsigned kind = random64() % 8;
  if (kind < 3) bits = width == 32 ? narrow[random64() % 8] : wide[random64() % 8];
  else if (kind < 6) {
    double d = plain[random64() % (sizeof plain / sizeof *plain)];
    float f = (float)d;
    uint32_t low;
    memcpy(&bits, &d, 8), memcpy(&low, &f, 4);
    if (width == 32) bits = low;
  }
  bits += random64() % 3 - 1; /* a neighbour */
  if (random64() & 1) bits ^= 1ull << (width - 1);
  return width == 32 ? (uint32_t)bits : bits;
}

/* ---- native ---- */

static double as_double(uint64_t bits) {
  double d;
  memcpy(&d, &bits, 8);
  return d;
}
static float as_float(uint64_t bits) {
  uint32_t low = (uint32_t)bits;
  float f;
  memcpy(&f, &low, 4);
  return f;
}
static uint64_t of_double(double d) {
  uint64_t bits;
  memcpy(&bits, &d, 8);
  return bits;
}
static uint64_t of_float(float f) {
  uint32_t bits;
  memcpy(&bits, &f, 4);
  return bits;
}

/* LLVM's predicates, written as C has them. */
static uint64_t native_compare(double x, double y, int32_t predicate) {
  switch (predicate) {
  case 1: return x == y;
  case 2: return x > y;
  case 3: return x >= y;
  case 4: return x < y;
  case 5: return x <= y;
  case 6: return islessgreater(x, y);
  case 7: return !isunordered(x, y);
  case 8: return isunordered(x, y);
  case 14: return x != y;
  default: return !(x < y); /* 11: unordered, greater or equal */
  }
}

/* The function of the library: what the compiler would put in its place keeps signalling NaNs. */
#define LIBRARY(f) (*(__typeof__(&f) volatile *)&(__typeof__(&f)){f})

static uint64_t native_double(const struct ir_ins *ins, uint64_t a, uint64_t b, uint64_t c) {
  volatile double x = as_double(a), y = as_double(b), z = as_double(c);
  switch (ins->op) {
  case IR_FADD: return of_double(x + y);
  case IR_FSUB: return of_double(x - y);
  case IR_FMUL: return of_double(x * y);
  case IR_FDIV: return of_double(x / y);
  case IR_FNEG: return of_double(-x);
  case IR_FMA: return of_double(LIBRARY(fma)(x, y, z));
  case IR_FCMP: return native_compare(x, y, ins->c);
  case IR_FPTRUNC: return of_float((float)x);
  case IR_FPTOSI:
    if (ins->c == 64) return (uint64_t)_mm_cvttsd_si64(_mm_set_sd(x));
    return (uint64_t)_mm_cvttsd_si32(_mm_set_sd(x)) & (ins->c == 32 ? 0xffffffff : 0xffff);
  default: break;
  }
  switch (ins->c) {
  case IR_FM_FABS: return of_double(LIBRARY(fabs)(x));
  case IR_FM_SQRT: return of_double(LIBRARY(sqrt)(x));
  case IR_FM_FLOOR: return of_double(LIBRARY(floor)(x));
  case IR_FM_CEIL: return of_double(LIBRARY(ceil)(x));
  case IR_FM_TRUNC: return of_double(LIBRARY(trunc)(x));
  case IR_FM_RINT: return of_double(LIBRARY(rint)(x));
  case IR_FM_ROUND: return of_double(LIBRARY(round)(x));
  case IR_FM_COPYSIGN: return of_double(LIBRARY(copysign)(x, y));
  case IR_FM_MINNUM: return of_double(LIBRARY(fmin)(x, y));
  default: return of_double(LIBRARY(fmax)(x, y));
  }
}

static uint64_t native_float(const struct ir_ins *ins, uint64_t a, uint64_t b, uint64_t c) {
  volatile float x = as_float(a), y = as_float(b), z = as_float(c);
  switch (ins->op) {
  case IR_FADD: return of_float(x + y);
  case IR_FSUB: return of_float(x - y);
  case IR_FMUL: return of_float(x * y);
  case IR_FDIV: return of_float(x / y);
  case IR_FNEG: return of_float(-x);
  case IR_FMA: return of_float(LIBRARY(fmaf)(x, y, z));
  case IR_FCMP: return native_compare(x, y, ins->c);
  case IR_FPEXT: return of_double(x);
  case IR_FPTOSI:
    if (ins->c == 64) return (uint64_t)_mm_cvttss_si64(_mm_set_ss(x));
    return (uint64_t)_mm_cvttss_si32(_mm_set_ss(x)) & (ins->c == 32 ? 0xffffffff : 0xffff);
  default: break;
  }
  switch (ins->c) {
  case IR_FM_FABS: return of_float(LIBRARY(fabsf)(x));
  case IR_FM_SQRT: return of_float(LIBRARY(sqrtf)(x));
  case IR_FM_FLOOR: return of_float(LIBRARY(floorf)(x));
  case IR_FM_CEIL: return of_float(LIBRARY(ceilf)(x));
  case IR_FM_TRUNC: return of_float(LIBRARY(truncf)(x));
  case IR_FM_RINT: return of_float(LIBRARY(rintf)(x));
  case IR_FM_ROUND: return of_float(LIBRARY(roundf)(x));
  case IR_FM_COPYSIGN: return of_float(LIBRARY(copysignf)(x, y));
  case IR_FM_MINNUM: return of_float(LIBRARY(fminf)(x, y));
  default: return of_float(LIBRARY(fmaxf)(x, y));
  }
}

/* ---- the operations ---- */

static const struct ir_ins both_widths[] = {
    {.op = IR_FADD},
    {.op = IR_FSUB},
    {.op = IR_FMUL},
    {.op = IR_FDIV},
    {.op = IR_FNEG},
    {.op = IR_FMA},
    {.op = IR_FCMP, .c = 1},
    {.op = IR_FCMP, .c = 2},
    {.op = IR_FCMP, .c = 3},
    {.op = IR_FCMP, .c = 4},
    {.op = IR_FCMP, .c = 5},
    {.op = IR_FCMP, .c = 6},
    {.op = IR_FCMP, .c = 7},
    {.op = IR_FCMP, .c = 8},
    {.op = IR_FCMP, .c = 11},
    {.op = IR_FCMP, .c = 14},
    {.op = IR_FPTOSI, .c = 16},
    {.op = IR_FPTOSI, .c = 32},
    {.op = IR_FPTOSI, .c = 64},
    {.op = IR_FMATH, .c = IR_FM_FABS},
    {.op = IR_FMATH, .c = IR_FM_SQRT},
    {.op = IR_FMATH, .c = IR_FM_FLOOR},
    {.op = IR_FMATH, .c = IR_FM_CEIL},
    {.op = IR_FMATH, .c = IR_FM_TRUNC},
    {.op = IR_FMATH, .c = IR_FM_RINT},
    {.op = IR_FMATH, .c = IR_FM_ROUND},
    {.op = IR_FMATH2, .c = IR_FM_COPYSIGN},
    {.op = IR_FMATH2, .c = IR_FM_MINNUM},
    {.op = IR_FMATH2, .c = IR_FM_MAXNUM},
};
enum { OPERATIONS = sizeof both_widths / sizeof *both_widths, CONVERSIONS = 2, ALL = 2 * OPERATIONS + CONVERSIONS };

static struct ir_ins operation(unsigned number) {
  if (number == ALL - 1) return (struct ir_ins){.op = IR_FPTRUNC, .width = 32, .c = 64};
  if (number == ALL - 2) return (struct ir_ins){.op = IR_FPEXT, .width = 32, .c = 64};
  struct ir_ins ins = both_widths[number / 2];
  ins.width = number % 2 ? 64 : 32;
  return ins;
}
static unsigned operand_width(const struct ir_ins *ins) { return ins->op == IR_FPTRUNC ? 64 : ins->width; }

static bool is_nan(uint64_t bits, unsigned width) {
  return width == 32 ? isnan(as_float(bits)) : width == 64 && isnan(as_double(bits));
}

static void name_operation(const struct ir_ins *ins, char *text, size_t size) {
  bool function = ins->op == IR_FMATH || ins->op == IR_FMATH2;
  snprintf(text, size, "%s%u %d", function ? ir_fmath_name(ins->c) : ir_ops[ins->op].text, ins->width, ins->c);
}

/* Which NaN a fused operation gives depends on how the C library computes it. */
static void machine_is_native(void **context) {
  (void)context;
  for (unsigned number = 0; number < ALL; number++) {
    struct ir_ins ins = operation(number);
    unsigned width = operand_width(&ins);
    for (unsigned i = 0; i < rounds(20000); i++) {
      uint64_t a = pattern(width), b = pattern(width), c = pattern(width);
      uint64_t mine = alu_float(&ins, a, b, c);
      uint64_t native = width == 32 ? native_float(&ins, a, b, c) : native_double(&ins, a, b, c);
      char text[64];
      name_operation(&ins, text, sizeof text);
      if (ins.op == IR_FMA && is_nan(mine, width) && is_nan(native, width)) continue;
      if (mine != native) fail_msg("%s(%lx, %lx, %lx) = %lx, not %lx", text, a, b, c, native, mine);
    }
  }
}

struct symbols {
  struct sym *sym;
  sym_id value[3]; /* of 64 bits */
  uint8_t model[24];
};

static struct symbols open_symbols(void) {
  struct symbols s = {.sym = sym_open()};
  uint32_t first = sym_input_at(s.sym, sym_input(s.sym, "in", 24, SYM_INPUT))->first;
  for (uint32_t i = 0; i < 3; i++) s.value[i] = sym_bytes(s.sym, first + 8 * i, 8);
  return s;
}

static sym_id term_of_operation(struct symbols *s, const struct ir_ins *ins, unsigned width) {
  sym_id part[3];
  for (unsigned i = 0; i < 3; i++)
    part[i] = ir_ops[ins->op].shape[2 + i] == 'v' ? sym_extract(s->sym, s->value[i], 0, width) : 0;
  return term_of_float(s->sym, ins, part[0], part[1], part[2]);
}

static void terms_are_what_the_machine_does(void **context) {
  (void)context;
  struct symbols s = open_symbols();
  for (unsigned number = 0; number < ALL; number++) {
    struct ir_ins ins = operation(number);
    unsigned width = operand_width(&ins);
    sym_id term = term_of_operation(&s, &ins, width);
    char text[64];
    name_operation(&ins, text, sizeof text);
    assert_true(sym_has_float(s.sym, term) || ins.op == IR_FNEG || ins.c == IR_FM_FABS || ins.c == IR_FM_COPYSIGN);
    for (unsigned i = 0; i < rounds(5000); i++) {
      uint64_t values[3] = {pattern(width), pattern(width), pattern(width)};
      memcpy(s.model, values, 24);
      uint64_t machine = alu_float(&ins, values[0], values[1], values[2]), mine = sym_eval(s.sym, term, s.model, 24);
      if (machine != mine)
        fail_msg("%s(%lx, %lx, %lx) = %lx, not %lx", text, values[0], values[1], values[2], machine, mine);
    }
  }
  sym_close(s.sym);
}

/* Every integer of 16 bits, and of more bits at random, there and back. */
static void integers_convert_as_natively(void **context) {
  (void)context;
  struct symbols s = open_symbols();
  static const unsigned widths[] = {16, 32, 64};
  for (unsigned number = 0; number < 12; number++) {
    unsigned from = widths[number % 3], to = number / 3 % 2 ? 64 : 32;
    bool is_signed = number >= 6;
    struct ir_ins there = {.op = is_signed ? IR_SITOFP : IR_UITOFP, .width = (uint8_t)from, .c = (int32_t)to};
    struct ir_ins back = {.op = is_signed ? IR_FPTOSI : IR_FPTOUI, .width = (uint8_t)to, .c = (int32_t)from};
    sym_id x = sym_extract(s.sym, s.value[0], 0, from), y = term_of_float(s.sym, &there, x, 0, 0);
    sym_id again = term_of_float(s.sym, &back, y, 0, 0);
    for (uint64_t i = 0; i < 65536; i++) {
      uint64_t value = from == 16 ? i : from == 32 ? (uint32_t)random64() : random64() >> random64() % 64;
      int64_t integer = from == 16 ? (int16_t)value : from == 32 ? (int32_t)value : (int64_t)value;
      uint64_t native = is_signed ? (to == 32 ? of_float((float)integer) : of_double((double)integer))
                                  : (to == 32 ? of_float((float)value) : of_double((double)value));
      memcpy(s.model, &value, 8);
      assert_int_equal(alu_float(&there, value, 0, 0), native);
      assert_int_equal(sym_eval(s.sym, y, s.model, 24), native);
      assert_int_equal(sym_eval(s.sym, again, s.model, 24), alu_float(&back, native, 0, 0));
      if (from == 16) assert_int_equal(alu_float(&back, native, 0, 0), value); /* both widths hold them exactly */
    }
  }
  sym_close(s.sym);
}

/* A constraint that gives a term its value and that Z3 does not see through before it turns numbers into bits. */
static void pin(struct symbols *s, sym_id a, uint64_t value, sym_id out[2]) {
  unsigned width = sym_width(s->sym, a);
  for (unsigned i = 0; i < 2; i++) {
    sym_id mask = sym_const(s->sym, i ? 0x5555555555555555 : 0xaaaaaaaaaaaaaaaa, width);
    sym_id bits = sym_binary(s->sym, SYM_AND, sym_const(s->sym, value, width), mask);
    out[i] = sym_binary(s->sym, SYM_EQ, sym_binary(s->sym, SYM_AND, a, mask), bits);
  }
}

static void ask_z3(struct symbols *s, struct z3 *z3, struct ir_ins ins) {
  unsigned width = operand_width(&ins);
  uint64_t values[3] = {pattern(width), pattern(width), pattern(width)};
  sym_id term = term_of_operation(s, &ins, width), constraints[6];
  for (unsigned i = 0; i < 3; i++) pin(s, sym_extract(s->sym, s->value[i], 0, width), values[i], constraints + 2 * i);
  uint64_t value = alu_float(&ins, values[0], values[1], values[2]);
  sym_id same = sym_binary(s->sym, SYM_EQ, term, sym_const(s->sym, value, sym_width(s->sym, term)));
  char text[64];
  name_operation(&ins, text, sizeof text);
  enum smt_answer yes = z3_ask_fresh(z3, constraints, 6, same);
  enum smt_answer no = z3_ask_fresh(z3, constraints, 6, sym_not(s->sym, same));
  if (yes != SMT_SAT || no != SMT_UNSAT)
    fail_msg("%s(%lx, %lx, %lx) = %lx: Z3 says %d, %d", text, values[0], values[1], values[2], value, yes, no);
}

/* Division and root of doubles are questions of seconds each: with UNIT_LONG. */
static bool takes_long(const struct ir_ins *ins) {
  bool root = ins->op == IR_FMATH && ins->c == IR_FM_SQRT;
  return ins->width == 64 && (ins->op == IR_FDIV || root);
}

static void solver_agrees(void **context) {
  (void)context;
  struct symbols s = open_symbols();
  struct z3 *z3 = z3_open(s.sym, 120000);
  for (unsigned number = 0; number < ALL; number++)
    for (unsigned i = 0; i < rounds(1); i++) {
      struct ir_ins ins = operation(number);
      if (!takes_long(&ins) || getenv("UNIT_LONG")) ask_z3(&s, z3, ins);
    }
  static const struct ir_ins integers[] = {
      {.op = IR_SITOFP, .width = 32, .c = 64}, {.op = IR_UITOFP, .width = 32, .c = 32},
      {.op = IR_SITOFP, .width = 64, .c = 32}, {.op = IR_UITOFP, .width = 64, .c = 64},
      {.op = IR_FPTOUI, .width = 64, .c = 64}, {.op = IR_FPTOUI, .width = 32, .c = 32}};
  for (unsigned number = 0; number < 6; number++)
    for (unsigned i = 0; i < rounds(1); i++) ask_z3(&s, z3, integers[number]);
  z3_close(z3);
  sym_close(s.sym);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(machine_is_native),
                                     cmocka_unit_test(terms_are_what_the_machine_does),
                                     cmocka_unit_test(integers_convert_as_natively), cmocka_unit_test(solver_agrees)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
