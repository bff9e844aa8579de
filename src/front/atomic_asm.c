/* Inline assembly that is one atomic operation, as kernels and lock-free libraries write it, becomes that operation:

     lock xadd, xchg, lock cmpxchg, lock add, sub, and, or, xor, inc, dec, on a value and a place in memory; and lock
     add, sub, inc, dec followed by a sete or sets that says whether the result is zero or negative

   In: a linked module. Out: the same; what is not exactly of such a form stays assembly. */
#include "front/atomic_asm.h"

#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/more_asm.h"

enum { MOST_OPERANDS = 8, MOST_TEXT = 64, MOST_CONSTRAINTS = 256 };

/* One operand of the text, $0, $1, ... in the order of the constraints. */
struct operand {
  char constraint[24];
  int argument; /* of the call; -1: a result */
};

struct assembly {
  LLVMValueRef call;
  char name[16]; /* of the instruction, without "lock" and size */
  int bits;      /* by the size that the name ends with; 0: none given */
  bool locked;
  int first, second; /* operands that the text names; -1: none */
  char test;         /* 'e' or 's': a set instruction follows */
  int tested;        /* its operand */
  struct operand operands[MOST_OPERANDS];
  int noperands, nresults;
};

static bool read_constraints(struct assembly *a, const char *text) {
  int arguments = 0;
  for (const char *end; *text; text = *end ? end + 1 : end) {
    end = text + strcspn(text, ",");
    if (*text == '~') continue;
    if (a->noperands == MOST_OPERANDS || (size_t)(end - text) >= sizeof a->operands->constraint ||
        memchr(text, '@', (size_t)(end - text)))
      return false;
    struct operand *o = &a->operands[a->noperands++];
    snprintf(o->constraint, sizeof o->constraint, "%.*s", (int)(end - text), text);
    bool result = *text == '=' && !strchr(o->constraint, '*');
    o->argument = result ? -1 : arguments++;
    a->nresults += result;
  }
  return true;
}

/* The text in one line, with single blanks: "lock xaddl $0, $1". */
static bool read_text(struct assembly *a, const char *text) {
  char word[16] = "", size = 0;
  int used = 0;
  text += strspn(text, " \t\n;");
  if (!strncmp(text, "lock", 4) && !isalnum((unsigned char)text[4])) {
    a->locked = true;
    text += 4;
    text += strspn(text, " \t\n;");
  }
  if (sscanf(text, "%15[a-z]%n", word, &used) != 1) return false;
  text += used;
  a->first = a->second = -1;
  used = 0;
  if (sscanf(text, " $%d , $%d%n", &a->first, &a->second, &used) != 2) {
    a->second = -1;
    used = 0;
    if (sscanf(text, " $%d%n", &a->first, &used) != 1) return false;
  }
  text += used;
  text += strspn(text, " \t\n;");
  used = 0;
  if (sscanf(text, "set%c $%d%n", &a->test, &a->tested, &used) == 2 && used) text += used;
  if (text[strspn(text, " \t\n;")]) return false;
  static const char *const names[] = {"xadd", "xchg", "cmpxchg", "add", "sub", "and", "or", "xor", "inc", "dec"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t n = strlen(names[i]);
    if (strncmp(word, names[i], n) != 0 || strlen(word) > n + 1) continue;
    size = word[n];
    a->bits = size == 'b' ? 8 : size == 'w' ? 16 : size == 'l' ? 32 : size == 'q' ? 64 : 0;
    strcpy(a->name, names[i]);
    return !size || a->bits;
  }
  return false;
}

static LLVMValueRef place_of(const struct assembly *a, int operand) {
  if (operand < 0 || operand >= a->noperands || !strchr(a->operands[operand].constraint, '*')) return NULL;
  return LLVMGetOperand(a->call, (unsigned)a->operands[operand].argument);
}

/* What is in a register before: of an operand that is also a result, the input that is tied to it. */
static LLVMValueRef value_of(const struct assembly *a, int operand) {
  if (operand < 0 || operand >= a->noperands || strchr(a->operands[operand].constraint, '*')) return NULL;
  for (int i = 0; a->operands[operand].argument < 0 && i < a->noperands; i++) {
    const char *constraint = a->operands[i].constraint;
    if (isdigit((unsigned char)*constraint) && atoi(constraint) == operand)
      return LLVMGetOperand(a->call, (unsigned)a->operands[i].argument);
  }
  return a->operands[operand].argument < 0 ? NULL : LLVMGetOperand(a->call, (unsigned)a->operands[operand].argument);
}

static bool fits(const struct assembly *a, LLVMValueRef value) {
  if (value == NULL || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind) return false;
  int bits = (int)LLVMGetIntTypeWidth(LLVMTypeOf(value));
  return a->bits ? bits == a->bits : bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

static bool gives(const struct assembly *a, LLVMValueRef value) {
  return a->nresults == 1 && LLVMTypeOf(a->call) == LLVMTypeOf(value);
}

/* The old value comes into the register that the operand was in. */
static LLVMValueRef exchange(const struct assembly *a, LLVMBuilderRef builder, LLVMAtomicRMWBinOp op) {
  LLVMValueRef value = value_of(a, a->first), place = place_of(a, a->second);
  if (place == NULL && op == LLVMAtomicRMWBinOpXchg) value = value_of(a, a->second), place = place_of(a, a->first);
  if (place == NULL || !fits(a, value) || !gives(a, value)) return NULL;
  return LLVMBuildAtomicRMW(builder, op, place, value, LLVMAtomicOrderingSequentiallyConsistent, false);
}

static LLVMValueRef compare_exchange(const struct assembly *a, LLVMBuilderRef builder) {
  LLVMValueRef new = value_of(a, a->first), place = place_of(a, a->second), expected = NULL;
  for (int i = 0; i < a->noperands; i++)
    if (strstr(a->operands[i].constraint, "{ax}") && a->operands[i].argument < 0) expected = value_of(a, i);
  if (place == NULL || expected == NULL || !fits(a, new) || LLVMTypeOf(expected) != LLVMTypeOf(new) || !gives(a, new))
    return NULL;
  LLVMValueRef both = LLVMBuildAtomicCmpXchg(builder, place, expected, new, LLVMAtomicOrderingSequentiallyConsistent,
                                             LLVMAtomicOrderingSequentiallyConsistent, false);
  return LLVMBuildExtractValue(builder, both, 0, "");
}

/* A byte that says what the flags say of the result: zero, or negative. */
static LLVMValueRef flag_of(const struct assembly *a, LLVMBuilderRef builder, LLVMAtomicRMWBinOp op, LLVMValueRef old,
                            LLVMValueRef value) {
  LLVMValueRef zero = LLVMConstInt(LLVMTypeOf(value), 0, false);
  LLVMValueRef new =
      op == LLVMAtomicRMWBinOpAdd ? LLVMBuildAdd(builder, old, value, "") : LLVMBuildSub(builder, old, value, "");
  LLVMIntPredicate predicate = a->test == 's' ? LLVMIntSLT : LLVMIntEQ;
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
  LLVMValueRef flag = LLVMBuildZExt(builder, LLVMBuildICmp(builder, predicate, new, zero, ""), byte, "");
  if (place_of(a, a->tested) != NULL) LLVMBuildStore(builder, flag, place_of(a, a->tested));
  return flag;
}

/* Is all that is written besides the byte of the set instruction? A register, or memory. */
static bool tests_byte(const struct assembly *a, LLVMAtomicRMWBinOp op) {
  bool sums = op == LLVMAtomicRMWBinOpAdd || op == LLVMAtomicRMWBinOpSub;
  LLVMTypeRef type = LLVMTypeOf(a->call);
  if (!sums || !strchr("ezs", a->test) || a->tested >= a->noperands) return false;
  if (place_of(a, a->tested) != NULL) return a->nresults == 0;
  return a->nresults == 1 && a->operands[a->tested].argument < 0 && LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(type) == 8;
}

/* Flags are not results, unless a set instruction follows: nothing but the memory changes. */
static LLVMValueRef change(const struct assembly *a, LLVMBuilderRef builder, LLVMAtomicRMWBinOp op) {
  LLVMValueRef place = place_of(a, a->second < 0 ? a->first : a->second), value = NULL;
  if (a->second < 0 && a->bits)
    value = LLVMConstInt(LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(a->call)), (unsigned)a->bits), 1, false);
  else if (a->second >= 0) value = value_of(a, a->first);
  if (place == NULL || !fits(a, value) || (a->test ? !tests_byte(a, op) : a->nresults)) return NULL;
  LLVMValueRef old = LLVMBuildAtomicRMW(builder, op, place, value, LLVMAtomicOrderingSequentiallyConsistent, false);
  return a->test ? flag_of(a, builder, op, old, value) : old;
}

static LLVMValueRef build(const struct assembly *a, LLVMBuilderRef builder) {
  bool two = a->second >= 0;
  static const struct {
    const char *name;
    LLVMAtomicRMWBinOp op;
  } rows[] = {{"add", LLVMAtomicRMWBinOpAdd},
              {"sub", LLVMAtomicRMWBinOpSub},
              {"and", LLVMAtomicRMWBinOpAnd},
              {"or", LLVMAtomicRMWBinOpOr},
              {"xor", LLVMAtomicRMWBinOpXor}};
  bool alone = !strcmp(a->name, "xchg") || !strcmp(a->name, "xadd") || !strcmp(a->name, "cmpxchg");
  if (alone && a->test) return NULL;
  if (!strcmp(a->name, "xchg")) return two ? exchange(a, builder, LLVMAtomicRMWBinOpXchg) : NULL;
  if (!a->locked) return NULL;
  if (!strcmp(a->name, "xadd")) return two ? exchange(a, builder, LLVMAtomicRMWBinOpAdd) : NULL;
  if (!strcmp(a->name, "cmpxchg")) return two ? compare_exchange(a, builder) : NULL;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(a->name, rows[i].name)) return two ? change(a, builder, rows[i].op) : NULL;
  return two ? NULL : change(a, builder, !strcmp(a->name, "inc") ? LLVMAtomicRMWBinOpAdd : LLVMAtomicRMWBinOpSub);
}

static bool translate(LLVMBuilderRef builder, LLVMValueRef call) {
  struct assembly a = {.call = call};
  LLVMValueRef callee = LLVMGetCalledValue(call);
  char text[MOST_TEXT], constraints[MOST_CONSTRAINTS];
  size_t length = 0, all = 0;
  const char *code = LLVMGetInlineAsmAsmString(callee, &length), *list = LLVMGetInlineAsmConstraintString(callee, &all);
  if (length == 0 || length >= sizeof text || all >= sizeof constraints) return false;
  snprintf(text, sizeof text, "%.*s", (int)length, code);
  snprintf(constraints, sizeof constraints, "%.*s", (int)all, list);
  if (!read_text(&a, text) || !read_constraints(&a, constraints)) return false;
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef result = build(&a, builder);
  if (result == NULL) return false;
  if (a.nresults) LLVMReplaceAllUsesWith(call, result);
  return true;
}

void atomic_asm_translate(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef ins = LLVMGetFirstInstruction(b), next; ins != NULL; ins = next) {
        next = LLVMGetNextInstruction(ins);
        if (!LLVMIsACallInst(ins) || !LLVMIsAInlineAsm(LLVMGetCalledValue(ins))) continue;
        if (translate(builder, ins) || more_asm_translate(module, builder, ins)) LLVMInstructionEraseFromParent(ins);
      }
  LLVMDisposeBuilder(builder);
}
