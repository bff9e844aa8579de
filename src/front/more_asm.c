/* Inline assembly that becomes calls of the library or several instructions:

     rdtsc, rdtscp                      a counter that grows: clock()
     lock bts, btr, btc                 one bit of memory, with the old one as sbb or setc give it, or not at all
     lock cmpxchg16b                    two words at once, with setz or a flag that says whether it was done; what is
                                        expected in registers, loaded before, or what was there (a read of both words)
     lock cmpxchg, add, sub, inc, dec, not   of a word, pointers too, with a flag or a setz that goes anywhere
     mov                                from or to memory: an atomic access
     prefetch                           nothing

   In: one call of assembly. What is not exactly of such a form stays assembly. */
#include "front/more_asm.h"

#include <ctype.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPERANDS = 10, MOST_TEXT = 96, MOST_CONSTRAINTS = 256 };

struct operand {
  char constraint[24];
  int argument, result; /* of the call; -1: it is none */
};

struct form {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMContextRef context;
  LLVMValueRef call;
  char text[MOST_TEXT];
  struct operand operands[MOST_OPERANDS];
  int noperands, nresults;
  LLVMValueRef results[MOST_OPERANDS]; /* that were computed */
};

/* The text with single blanks, and ';' between instructions. */
static bool read_text(struct form *f, const char *text, size_t length) {
  size_t n = 0;
  bool between = false, ends = false;
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    if (c == ';' || c == '\n') ends = true;
    else if (c == ' ' || c == '\t') between = true;
    else {
      bool joint = n > 0 && f->text[n - 1] != ';' && f->text[n - 1] != ',' && c != ',';
      if (n + 2 >= sizeof f->text) return false;
      bool locks = n >= 4 && !strncmp(f->text + n - 4, "lock", 4);
      if (ends && n > 0) f->text[n++] = locks ? ' ' : ';';
      else if (between && joint) f->text[n++] = ' ';
      f->text[n++] = c;
      between = ends = false;
    }
  }
  f->text[n] = 0;
  return true;
}

static bool read_constraints(struct form *f, const char *text) {
  int arguments = 0;
  for (const char *end; *text; text = *end ? end + 1 : end) {
    end = text + strcspn(text, ",");
    if (*text == '~') continue;
    if (f->noperands == MOST_OPERANDS || (size_t)(end - text) >= sizeof f->operands->constraint) return false;
    struct operand *o = &f->operands[f->noperands++];
    snprintf(o->constraint, sizeof o->constraint, "%.*s", (int)(end - text), text);
    bool result = *text == '=' && !strchr(o->constraint, '*');
    o->argument = result ? -1 : arguments++;
    o->result = result ? f->nresults++ : -1;
  }
  return true;
}

static LLVMValueRef argument(const struct form *f, int operand) {
  if (operand < 0 || operand >= f->noperands) return NULL;
  for (int i = 0; f->operands[operand].argument < 0 && i < f->noperands; i++)
    if (isdigit((unsigned char)*f->operands[i].constraint) && atoi(f->operands[i].constraint) == operand) operand = i;
  int number = f->operands[operand].argument;
  return number < 0 ? NULL : LLVMGetOperand(f->call, (unsigned)number);
}

static LLVMValueRef place(const struct form *f, int operand) {
  bool is_one = operand >= 0 && operand < f->noperands && strchr(f->operands[operand].constraint, '*');
  return is_one ? argument(f, operand) : NULL;
}

/* The operand that is in a register of that name: a result, or else an argument. */
static int in_register(const struct form *f, const char *name, bool result) {
  for (int i = 0; i < f->noperands; i++)
    if (strstr(f->operands[i].constraint, name) && (f->operands[i].result >= 0) == result) return i;
  return -1;
}

static LLVMTypeRef result_type(const struct form *f, int result) {
  LLVMTypeRef type = LLVMTypeOf(f->call);
  return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, (unsigned)result) : type;
}

static bool give(struct form *f, int operand, LLVMValueRef value, bool is_signed) {
  if (operand < 0 || operand >= f->noperands || f->operands[operand].result < 0) return false;
  LLVMTypeRef type = result_type(f, f->operands[operand].result);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return false;
  f->results[f->operands[operand].result] = LLVMBuildIntCast2(f->builder, value, type, is_signed, "");
  return true;
}

static LLVMValueRef call_library(const struct form *f, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                                 unsigned count) {
  LLVMTypeRef types[6];
  for (unsigned i = 0; i < count; i++) types[i] = LLVMTypeOf(arguments[i]);
  LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
  LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
  if (function == NULL) function = LLVMAddFunction(f->module, name, type);
  return LLVMBuildCall2(f->builder, LLVMGlobalGetValueType(function), function, arguments, count, "");
}

static LLVMTypeRef word_type(const struct form *f) {
  return LLVMIntPtrTypeInContext(f->context, LLVMGetModuleDataLayout(f->module));
}

/* ---- rdtsc ---- */

static bool build_counter(struct form *f) {
  static const char *const texts[] = {"rdtsc", "rdtscp", "lfence;rdtsc", "mfence;rdtsc"};
  LLVMTypeRef wide = LLVMInt64TypeInContext(f->context);
  bool known = false;
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) known |= !strcmp(f->text, texts[i]);
  int low = in_register(f, "{ax}", true), high = in_register(f, "{dx}", true), whole = in_register(f, "=A", true);
  if (!known || f->nresults < 1 || (whole < 0 && (low < 0 || high < 0))) return false;
  LLVMValueRef now = LLVMBuildZExt(f->builder, call_library(f, "clock", word_type(f), NULL, 0), wide, "");
  LLVMValueRef mask = LLVMConstInt(wide, 0xffffffff, false);
  if (whole >= 0) return give(f, whole, now, false);
  int processor = in_register(f, "{cx}", true);
  if (processor >= 0) give(f, processor, LLVMConstInt(wide, 0, false), false);
  return give(f, low, LLVMBuildAnd(f->builder, now, mask, ""), false) &&
         give(f, high, LLVMBuildLShr(f->builder, now, LLVMConstInt(wide, 32, false), ""), false);
}

/* ---- bits ---- */

/* The bit may lie in another word than the first one, if its number is in a register. */
static LLVMValueRef change_bit(struct form *f, char what, unsigned bits, LLVMValueRef number, LLVMValueRef base) {
  LLVMTypeRef type = LLVMIntTypeInContext(f->context, bits), word = word_type(f);
  LLVMValueRef index = LLVMBuildIntCast2(f->builder, number, word, true, "");
  LLVMValueRef inside = LLVMBuildAnd(f->builder, index, LLVMConstInt(word, bits - 1, false), "");
  unsigned shift = bits == 64 ? 6 : bits == 32 ? 5 : 4;
  LLVMValueRef which = LLVMBuildAShr(f->builder, index, LLVMConstInt(word, shift, false), "");
  if (LLVMIsConstant(number)) which = LLVMConstInt(word, 0, false);
  LLVMValueRef at = LLVMBuildGEP2(f->builder, type, base, &which, 1, "");
  LLVMValueRef amount = LLVMBuildIntCast2(f->builder, inside, type, false, "");
  LLVMValueRef mask = LLVMBuildShl(f->builder, LLVMConstInt(type, 1, false), amount, "");
  if (what == 'r') mask = LLVMBuildNot(f->builder, mask, "");
  LLVMAtomicRMWBinOp op = what == 's'   ? LLVMAtomicRMWBinOpOr
                          : what == 'r' ? LLVMAtomicRMWBinOpAnd
                                        : LLVMAtomicRMWBinOpXor;
  LLVMValueRef old = LLVMBuildAtomicRMW(f->builder, op, at, mask, LLVMAtomicOrderingSequentiallyConsistent, false);
  return LLVMBuildAnd(f->builder, LLVMBuildLShr(f->builder, old, amount, ""), LLVMConstInt(type, 1, false), "");
}

/* What follows says where the old bit goes: sbb of a register with itself gives 0 or -1, setc 0 or 1. */
static bool give_bit(struct form *f, const char *rest, LLVMValueRef bit) {
  int first, second, used = 0;
  char kind;
  int flag = in_register(f, "@ccc", true);
  if (!*rest) return flag >= 0 ? give(f, flag, bit, false) : f->nresults == 0;
  if (sscanf(rest, ";sbb%*[a-z] $%d,$%d%n", &first, &second, &used) == 2 ||
      sscanf(rest, ";sbb $%d,$%d%n", &first, &second, &used) == 2)
    return first == second && !rest[used] && f->nresults == 1 &&
           give(f, first, LLVMBuildNeg(f->builder, bit, ""), true);
  if (sscanf(rest, ";set%c $%d%n", &kind, &first, &used) != 2 || rest[used] || (kind != 'c' && kind != 'b'))
    return false;
  return f->nresults == 1 && give(f, first, bit, false);
}

static bool build_bit(struct form *f) {
  char what, size;
  int number, base, used = 0;
  if (sscanf(f->text, "lock bt%c%c $%d,$%d%n", &what, &size, &number, &base, &used) != 4) return false;
  unsigned bits = size == 'q' ? 64 : size == 'l' ? 32 : size == 'w' ? 16 : 0;
  LLVMValueRef index = argument(f, number), to = place(f, base);
  if (bits == 0 || !strchr("src", what) || index == NULL || to == NULL || place(f, number) != NULL) return false;
  if (LLVMGetTypeKind(LLVMTypeOf(index)) != LLVMIntegerTypeKind) return false;
  return give_bit(f, f->text + used, change_bit(f, what, bits, index, to));
}

/* ---- two words ---- */

static LLVMValueRef pair(struct form *f, LLVMValueRef low, LLVMValueRef high) {
  LLVMTypeRef word = LLVMInt64TypeInContext(f->context);
  LLVMValueRef both = LLVMBuildAlloca(f->builder, LLVMArrayType2(word, 2), "");
  LLVMValueRef one = LLVMConstInt(word, 1, false);
  LLVMSetAlignment(both, 16);
  LLVMBuildStore(f->builder, LLVMBuildIntCast2(f->builder, low, word, false, ""), both);
  LLVMBuildStore(f->builder, LLVMBuildIntCast2(f->builder, high, word, false, ""),
                 LLVMBuildGEP2(f->builder, word, both, &one, 1, ""));
  return both;
}

static LLVMValueRef half(struct form *f, LLVMValueRef both, unsigned number) {
  LLVMTypeRef word = LLVMInt64TypeInContext(f->context);
  LLVMValueRef index = LLVMConstInt(word, number, false);
  return LLVMBuildLoad2(f->builder, word, LLVMBuildGEP2(f->builder, word, both, &index, 1, ""), "");
}

static bool is_number(LLVMValueRef value) {
  return value != NULL && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
}

/* What a register holds before: of a result that begins as an argument, or of an argument of its own. */
static LLVMValueRef expected_in(const struct form *f, const char *name) {
  LLVMValueRef value = argument(f, in_register(f, name, true));
  return value != NULL ? value : argument(f, in_register(f, name, false));
}

/* Two words that are expected, from what the text does before: loads them from a place that a register holds, or takes
   whatever is in the registers that are written back, which reads both words. */
static const char *read_expected(struct form *f, LLVMValueRef values[2]) {
  LLVMTypeRef word = LLVMInt64TypeInContext(f->context);
  int low = -1, high = -1, used = 0;
  if (sscanf(f->text, "movq 0($%d),%%rax;movq 8($%d),%%rdx;%n", &low, &high, &used) == 2 && used > 0) {
    LLVMValueRef from = low == high ? argument(f, low) : NULL, one = LLVMConstInt(word, 1, false);
    if (from == NULL || LLVMGetTypeKind(LLVMTypeOf(from)) != LLVMPointerTypeKind) return NULL;
    values[0] = LLVMBuildLoad2(f->builder, word, from, "");
    values[1] = LLVMBuildLoad2(f->builder, word, LLVMBuildGEP2(f->builder, word, from, &one, 1, ""), "");
    return f->text + used;
  }
  static const char keep[] = "movq %rdx,%rcx;movq %rax,%rbx;";
  bool keeps = !strncmp(f->text, keep, sizeof keep - 1);
  values[0] = keeps ? LLVMConstInt(word, 0, false) : expected_in(f, "{ax}");
  values[1] = keeps ? LLVMConstInt(word, 0, false) : expected_in(f, "{dx}");
  return keeps ? f->text + sizeof keep - 1 : f->text;
}

static bool build_pair(struct form *f) {
  int at, flag = in_register(f, "@ccz", true), used = 0;
  if (flag < 0) flag = in_register(f, "@cce", true);
  LLVMValueRef values[4];
  if (!strstr(f->text, "lock cmpxchg16b ")) return false;
  const char *text = read_expected(f, values), *rest;
  if (text == NULL || sscanf(text, "lock cmpxchg16b $%d%n", &at, &used) != 1 || place(f, at) == NULL) return false;
  rest = text + used;
  int told = -1, more = 0;
  if (sscanf(rest, ";set%*[ez] $%d%n", &told, &more) == 1 && !rest[more]) flag = told;
  else if (*rest) return false;
  bool keeps = text != f->text && flag < 0;
  values[2] = keeps ? values[0] : argument(f, in_register(f, "{bx}", false));
  values[3] = keeps ? values[1] : argument(f, in_register(f, "{cx}", false));
  for (unsigned i = 0; i < 4; i++)
    if (!is_number(values[i])) return false;
  LLVMTypeRef word = word_type(f), number = LLVMInt32TypeInContext(f->context);
  LLVMValueRef expected = pair(f, values[0], values[1]), order = LLVMConstInt(number, 5, false);
  LLVMValueRef arguments[] = {LLVMConstInt(word, 16, false), place(f, at), expected,
                              pair(f, values[2], values[3]), order,        order};
  LLVMValueRef done = call_library(f, "__atomic_compare_exchange", LLVMInt1TypeInContext(f->context), arguments, 6);
  if (flag >= 0 && !give(f, flag, done, false)) return false;
  int low = in_register(f, "{ax}", true), high = in_register(f, "{dx}", true);
  return (low < 0 || low == flag || give(f, low, half(f, expected, 0), false)) &&
         (high < 0 || high == flag || give(f, high, half(f, expected, 1), false));
}

/* ---- one word ---- */

static unsigned bits_of_size(char size) {
  return size == 'b' ? 8 : size == 'w' ? 16 : size == 'l' ? 32 : size == 'q' ? 64 : 0;
}

static unsigned bits_of(const struct form *f, LLVMTypeRef type) {
  return (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(f->module), type);
}

/* Of a number, a pointer or a floating-point number of that size; else NULL. */
static LLVMValueRef as_bits(const struct form *f, LLVMValueRef value, unsigned bits) {
  if (value == NULL || bits == 0) return NULL;
  LLVMTypeRef type = LLVMTypeOf(value), number = LLVMIntTypeInContext(f->context, bits);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool fits = kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || kind == LLVMDoubleTypeKind ||
              kind == LLVMFloatTypeKind;
  if (!fits || bits_of(f, type) != bits) return NULL;
  if (kind == LLVMPointerTypeKind) return LLVMBuildPtrToInt(f->builder, value, number, "");
  return kind == LLVMIntegerTypeKind ? value : LLVMBuildBitCast(f->builder, value, number, "");
}

/* Into a register of any type, or into memory. */
static bool put(struct form *f, int operand, LLVMValueRef bits) {
  if (place(f, operand) != NULL) {
    LLVMBuildStore(f->builder, bits, place(f, operand));
    return true;
  }
  if (operand < 0 || operand >= f->noperands || f->operands[operand].result < 0) return false;
  LLVMTypeRef type = result_type(f, f->operands[operand].result);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMIntegerTypeKind) return give(f, operand, bits, false);
  if (bits_of(f, type) != bits_of(f, LLVMTypeOf(bits))) return false;
  f->results[f->operands[operand].result] = kind == LLVMPointerTypeKind ? LLVMBuildIntToPtr(f->builder, bits, type, "")
                                                                        : LLVMBuildBitCast(f->builder, bits, type, "");
  return true;
}

/* A flag as a result of the assembly, or what follows the instruction: setz, or sets for the sign. */
static bool put_flags(struct form *f, const char *rest, LLVMValueRef zero, LLVMValueRef sign) {
  static const char *const names[] = {"@ccz", "@cce", "@ccs"};
  LLVMTypeRef byte = LLVMInt8TypeInContext(f->context);
  int to = -1, used = 0;
  char what = 0;
  for (unsigned i = 0; i < 3; i++) {
    int flag = in_register(f, names[i], true);
    LLVMValueRef value = i < 2 ? zero : sign;
    if (flag >= 0 && (value == NULL || !give(f, flag, value, false))) return false;
  }
  if (!*rest) return true;
  if (sscanf(rest, ";set%c $%d%n", &what, &to, &used) != 2 || rest[used]) return false;
  LLVMValueRef value = what == 'z' || what == 'e' ? zero : what == 's' ? sign : NULL;
  return value != NULL && put(f, to, LLVMBuildZExt(f->builder, value, byte, ""));
}

static bool is_told_in(const char *rest, int operand) {
  int to = -1;
  return sscanf(rest, ";set%*c $%d", &to) == 1 && to == operand;
}

static bool build_word_exchange(struct form *f) {
  char size;
  int with, at, used = 0, low = in_register(f, "{ax}", true);
  if (sscanf(f->text, "lock cmpxchg%c $%d,$%d%n", &size, &with, &at, &used) != 3 || place(f, at) == NULL) return false;
  LLVMValueRef expected = as_bits(f, expected_in(f, "{ax}"), bits_of_size(size));
  LLVMValueRef desired = place(f, with) == NULL ? as_bits(f, argument(f, with), bits_of_size(size)) : NULL;
  if (expected == NULL || desired == NULL) return false;
  LLVMAtomicOrdering order = LLVMAtomicOrderingSequentiallyConsistent;
  LLVMValueRef both = LLVMBuildAtomicCmpXchg(f->builder, place(f, at), expected, desired, order, order, false);
  LLVMValueRef old = LLVMBuildExtractValue(f->builder, both, 0, "");
  if (low >= 0 && !is_told_in(f->text + used, low) && !put(f, low, old)) return false;
  return put_flags(f, f->text + used, LLVMBuildExtractValue(f->builder, both, 1, ""), NULL);
}

/* The name without its size: "lock addl" is add and 32 bits. */
static bool read_change(const struct form *f, LLVMAtomicRMWBinOp *op, unsigned *bits, bool *alone, int *used) {
  static const struct {
    const char *name;
    LLVMAtomicRMWBinOp op;
    bool alone;
  } rows[] = {{"add", LLVMAtomicRMWBinOpAdd, false}, {"sub", LLVMAtomicRMWBinOpSub, false},
              {"and", LLVMAtomicRMWBinOpAnd, false}, {"or", LLVMAtomicRMWBinOpOr, false},
              {"xor", LLVMAtomicRMWBinOpXor, false}, {"inc", LLVMAtomicRMWBinOpAdd, true},
              {"dec", LLVMAtomicRMWBinOpSub, true},  {"not", LLVMAtomicRMWBinOpXor, true}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t n = strlen(rows[i].name);
    if (strncmp(f->text, "lock ", 5) != 0 || strncmp(f->text + 5, rows[i].name, n) != 0) continue;
    *op = rows[i].op, *alone = rows[i].alone, *bits = bits_of_size(f->text[5 + n]), *used = (int)n + 6;
    return *bits != 0;
  }
  return false;
}

static LLVMValueRef changed(const struct form *f, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef by) {
  switch (op) {
  case LLVMAtomicRMWBinOpAdd: return LLVMBuildAdd(f->builder, old, by, "");
  case LLVMAtomicRMWBinOpSub: return LLVMBuildSub(f->builder, old, by, "");
  case LLVMAtomicRMWBinOpAnd: return LLVMBuildAnd(f->builder, old, by, "");
  case LLVMAtomicRMWBinOpOr: return LLVMBuildOr(f->builder, old, by, "");
  default: return LLVMBuildXor(f->builder, old, by, "");
  }
}

static bool build_change(struct form *f) {
  LLVMAtomicRMWBinOp op;
  unsigned bits;
  bool alone;
  int start, used = 0, by = -1, at = -1;
  if (!read_change(f, &op, &bits, &alone, &start)) return false;
  if (sscanf(f->text + start, alone ? " $%d%n" : " $%d,$%d%n", alone ? &at : &by, alone ? &used : &at, &used) < 1)
    return false;
  LLVMTypeRef type = LLVMIntTypeInContext(f->context, bits);
  LLVMValueRef zero = LLVMConstInt(type, 0, false), one = LLVMConstInt(type, 1, false);
  if (alone && op == LLVMAtomicRMWBinOpXor) one = LLVMConstAllOnes(type);
  LLVMValueRef amount = alone ? one : place(f, by) == NULL ? as_bits(f, argument(f, by), bits) : NULL;
  if (!used || place(f, at) == NULL || amount == NULL) return false;
  LLVMAtomicOrdering order = LLVMAtomicOrderingSequentiallyConsistent;
  LLVMValueRef old = LLVMBuildAtomicRMW(f->builder, op, place(f, at), amount, order, false);
  LLVMValueRef new = changed(f, op, old, amount);
  return put_flags(f, f->text + start + used, LLVMBuildICmp(f->builder, LLVMIntEQ, new, zero, ""),
                   LLVMBuildICmp(f->builder, LLVMIntSLT, new, zero, ""));
}

/* An access that the processor does as a whole, and that nobody calls a race. */
static bool build_move(struct form *f) {
  char size;
  int from, to, used = 0;
  if (sscanf(f->text, "mov%c $%d,$%d%n", &size, &from, &to, &used) != 3 || f->text[used]) return false;
  unsigned bits = bits_of_size(size);
  LLVMValueRef source = place(f, from), target = place(f, to), access;
  if (bits == 0 || (source == NULL) == (target == NULL)) return false;
  if (target != NULL) {
    LLVMValueRef value = argument(f, from);
    if (value == NULL || f->nresults != 0 || bits_of(f, LLVMTypeOf(value)) != bits) return false;
    access = LLVMBuildStore(f->builder, value, target);
    LLVMSetOrdering(access, LLVMAtomicOrderingRelease);
  } else {
    if (f->nresults != 1 || f->operands[to].result != 0 || bits_of(f, result_type(f, 0)) != bits) return false;
    access = f->results[0] = LLVMBuildLoad2(f->builder, result_type(f, 0), source, "");
    LLVMSetOrdering(access, LLVMAtomicOrderingAcquire);
  }
  LLVMSetAlignment(access, bits / 8);
  return true;
}

static bool build_prefetch(const struct form *f) {
  return !strncmp(f->text, "prefetch", 8) && !strchr(f->text, ';') && f->nresults == 0;
}

/* ---- the whole ---- */

/* All results together, in the order of the call. */
static bool replace(struct form *f) {
  LLVMTypeRef type = LLVMTypeOf(f->call);
  for (int i = 0; i < f->nresults; i++)
    if (f->results[i] == NULL) return false;
  if (f->nresults == 1) LLVMReplaceAllUsesWith(f->call, f->results[0]);
  if (f->nresults < 2) return true;
  LLVMValueRef all = LLVMGetUndef(type);
  for (int i = 0; i < f->nresults; i++) all = LLVMBuildInsertValue(f->builder, all, f->results[i], (unsigned)i, "");
  LLVMReplaceAllUsesWith(f->call, all);
  return true;
}

bool more_asm_translate(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call) {
  struct form f = {.module = module, .builder = builder, .context = LLVMGetModuleContext(module), .call = call};
  LLVMValueRef callee = LLVMGetCalledValue(call);
  char constraints[MOST_CONSTRAINTS];
  size_t length = 0, all = 0;
  const char *code = LLVMGetInlineAsmAsmString(callee, &length), *list = LLVMGetInlineAsmConstraintString(callee, &all);
  if (length == 0 || all >= sizeof constraints || !read_text(&f, code, length)) return false;
  snprintf(constraints, sizeof constraints, "%.*s", (int)all, list);
  if (!read_constraints(&f, constraints)) return false;
  LLVMPositionBuilderBefore(builder, call);
  bool built = build_counter(&f) || build_bit(&f) || build_pair(&f) || build_word_exchange(&f) || build_change(&f) ||
               build_move(&f) || build_prefetch(&f);
  return built && replace(&f);
}
