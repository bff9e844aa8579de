/* What floating-point operations of the IR mean as expressions. Signs are bits, and so are the smaller and the larger
   of two numbers: those need no operation of their own. */
#include "vm/term.h"

static sym_id num(struct sym *sym, uint64_t value, unsigned width) { return sym_const(sym, value, width); }
static sym_id bin(struct sym *sym, enum sym_op op, sym_id a, sym_id b) { return sym_binary(sym, op, a, b); }
static sym_id test(struct sym *sym, enum sym_op op, sym_id a, sym_id b) { return sym_float(sym, op, 1, a, b, 0); }
/* Equal to itself: the normal form of "is no NaN". */
static sym_id is_number(struct sym *sym, sym_id a) { return test(sym, SYM_FEQ, a, a); }

enum sym_op term_float_op(const struct ir_ins *ins) {
  switch (ins->op) {
  case IR_FADD: return SYM_FADD;
  case IR_FSUB: return SYM_FSUB;
  case IR_FMUL: return SYM_FMUL;
  case IR_FDIV: return SYM_FDIV;
  case IR_FMA: return SYM_FMA;
  case IR_FMATH: break;
  default: return 0;
  }
  switch ((enum ir_fmath)ins->c) {
  case IR_FM_SQRT: return SYM_FSQRT;
  case IR_FM_FLOOR: return SYM_FFLOOR;
  case IR_FM_CEIL: return SYM_FCEIL;
  case IR_FM_TRUNC: return SYM_FTRUNC;
  case IR_FM_ROUND: return SYM_FROUND;
  case IR_FM_RINT:
  case IR_FM_ROUNDEVEN: return SYM_FRINT;
  default: return 0;
  }
}

/* LLVM numbers its predicates by bits: 1 equal, 2 greater, 4 less, 8 unordered. */
static sym_id compare(struct sym *sym, unsigned predicate, sym_id a, sym_id b) {
  if (predicate & 8) return sym_not(sym, compare(sym, predicate ^ 15, a, b));
  switch (predicate) {
  case 0: return num(sym, 0, 1);
  case 1: return test(sym, SYM_FEQ, a, b);
  case 2: return test(sym, SYM_FLT, b, a);
  case 3: return test(sym, SYM_FLE, b, a);
  case 4: return test(sym, SYM_FLT, a, b);
  case 5: return test(sym, SYM_FLE, a, b);
  case 6: return bin(sym, SYM_OR, test(sym, SYM_FLT, a, b), test(sym, SYM_FLT, b, a));
  default: return bin(sym, SYM_AND, is_number(sym, a), is_number(sym, b));
  }
}

static sym_id quiet_bit(struct sym *sym, unsigned width) { return num(sym, 1ull << (width == 32 ? 22 : 51), width); }

/* As the C library has fmin and fmax: a quiet NaN gives way to a number, a signalling one becomes quiet; of equal
   numbers the second. */
static sym_id smaller(struct sym *sym, bool largest, sym_id a, sym_id b, unsigned width) {
  sym_id quiet = quiet_bit(sym, width), zero = num(sym, 0, width);
  sym_id first = largest ? test(sym, SYM_FLT, b, a) : test(sym, SYM_FLT, a, b);
  sym_id number_a = is_number(sym, a), number_b = is_number(sym, b);
  sym_id quiet_a = bin(sym, SYM_OR, a, quiet), quiet_b = bin(sym, SYM_OR, b, quiet);
  sym_id signals_a = bin(sym, SYM_EQ, bin(sym, SYM_AND, a, quiet), zero);
  sym_id signals_b = bin(sym, SYM_EQ, bin(sym, SYM_AND, b, quiet), zero);
  sym_id if_a_nan = sym_ite(sym, bin(sym, SYM_OR, signals_a, sym_not(sym, number_b)), quiet_a, b);
  sym_id if_b_nan = sym_ite(sym, signals_b, quiet_b, a);
  sym_id numbers = sym_ite(sym, first, a, b);
  return sym_ite(sym, number_a, sym_ite(sym, number_b, numbers, if_b_nan), if_a_nan);
}

static sym_id to_signed(struct sym *sym, sym_id a, unsigned width) {
  sym_id whole = sym_float(sym, SYM_FTOS, width <= 32 ? 32 : 64, a, 0, 0);
  return sym_extract(sym, whole, 0, width);
}

/* Above the largest signed integer: the rest, with the highest bit set. */
static sym_id to_unsigned(struct sym *sym, sym_id a, unsigned from, unsigned width) {
  sym_id low = sym_float(sym, SYM_FTOS, 64, a, 0, 0);
  if (width < 64) return sym_extract(sym, low, 0, width);
  sym_id half = num(sym, from == 32 ? 0x5f000000 : 0x43e0000000000000, from);
  sym_id rest = sym_float(sym, SYM_FTOS, 64, sym_float(sym, SYM_FSUB, from, a, half, 0), 0, 0);
  return sym_ite(sym, test(sym, SYM_FLE, half, a), bin(sym, SYM_OR, rest, num(sym, 1ull << 63, 64)), low);
}

/* A function that is known by its values alone. */
static sym_id library(struct sym *sym, unsigned function, unsigned width, sym_id a, sym_id b) {
  return sym_float(sym, SYM_FMATH, width, a, b ? b : num(sym, 0, width), num(sym, function, 8));
}

static sym_id math(struct sym *sym, const struct ir_ins *ins, sym_id a, sym_id b) {
  unsigned w = ins->width;
  sym_id sign = num(sym, 1ull << (w - 1), w), others = num(sym, ~(1ull << (w - 1)), w);
  switch ((enum ir_fmath)ins->c) {
  case IR_FM_FABS: return bin(sym, SYM_AND, a, others);
  case IR_FM_COPYSIGN: return bin(sym, SYM_OR, bin(sym, SYM_AND, a, others), bin(sym, SYM_AND, b, sign));
  case IR_FM_MINNUM: return smaller(sym, false, a, b, w);
  case IR_FM_MAXNUM: return smaller(sym, true, a, b, w);
  default: return library(sym, SYM_LIBRARY_IR + (unsigned)ins->c, w, a, b);
  }
}

sym_id term_of_float(struct sym *sym, const struct ir_ins *ins, sym_id a, sym_id b, sym_id c) {
  unsigned w = ins->width;
  enum sym_op op = term_float_op(ins);
  if (op) return sym_float(sym, op, w, a, b, c);
  switch (ins->op) {
  case IR_FNEG: return bin(sym, SYM_XOR, a, num(sym, 1ull << (w - 1), w));
  case IR_FCMP: return compare(sym, (unsigned)ins->c, a, b);
  case IR_FPTOSI: return to_signed(sym, a, (unsigned)ins->c);
  case IR_FPTOUI: return to_unsigned(sym, a, w, (unsigned)ins->c);
  case IR_SITOFP: return sym_float(sym, SYM_STOF, (unsigned)ins->c, a, 0, 0);
  case IR_UITOFP: return sym_float(sym, SYM_UTOF, (unsigned)ins->c, a, 0, 0);
  case IR_FPEXT: return sym_float(sym, SYM_FCONV, 64, a, 0, 0);
  case IR_FPTRUNC: return sym_float(sym, SYM_FCONV, 32, a, 0, 0);
  case IR_FREM: return library(sym, SYM_LIBRARY_REM, w, a, b);
  case IR_FMATH:
  case IR_FMATH2: return math(sym, ins, a, b);
  default: return 0;
  }
}
