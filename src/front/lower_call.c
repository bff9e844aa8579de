/* Calls: direct, indirect, of intrinsics, and inline assembly as far as it does nothing.

   Arguments are passed as their scalars. Structs that LLVM passes "byval" travel as the address of the caller's
   object to a fixed parameter (the callee copies), and as the words of their bytes among the variable arguments. */
#include <ctype.h>
#include <string.h>

#include "front/lower.h"

typedef VEC(ir_value) values;

static LLVMTypeRef byval_type(LLVMValueRef call, unsigned argument) {
  static const char name[] = "byval";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  LLVMAttributeRef byval = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
  return byval != NULL ? LLVMGetTypeAttributeValue(byval) : NULL;
}

/* Variable arguments lie in a row of words; one that is aligned to two words may need a word of padding before it. */
static void align_arguments(struct lower *l, values *list, uint32_t first, uint32_t align) {
  uint32_t word = l->pointer_bits / 8, bytes = 0;
  if (align <= word) return;
  for (uint32_t i = first; i < list->count; i++) {
    ir_value v = list->data[i];
    uint32_t bits =
        ir_is_const(v) ? l->consts.data[ir_const_index(v)].width : l->regs.data[l->fn.first_reg + (uint32_t)v].width;
    bytes += (bits / 8 + word - 1) / word * word;
  }
  for (; bytes % align != 0; bytes += word) vec_push(list, const_int(l, l->pointer_bits, 0));
}

static void push_bytes(struct lower *l, values *list, ir_value address, uint64_t size) {
  uint32_t word = l->pointer_bits / 8;
  for (uint64_t at = 0; at < size; at += word) {
    uint32_t bits = (uint32_t)(size - at < word ? size - at : word) * 8;
    struct leaf leaf = {at, bits, bits};
    struct layout piece = {.n = 1, .leaves = &leaf};
    ir_value v;
    mem_load(l, &piece, address, 0, &v);
    vec_push(list, emit_zext(l, v, bits, l->pointer_bits));
  }
}

/* A small struct of floats is passed as a vector: its elements lie side by side in words. */
static void push_vector(struct lower *l, values *list, const struct layout *layout, const ir_value *scalars) {
  uint32_t word = l->pointer_bits;
  ir_value sum = 0;
  for (uint32_t k = 0; k < layout->n; k++) {
    uint32_t shift = (uint32_t)(layout->leaves[k].offset * 8 % word);
    ir_value piece = emit_zext(l, scalars[k], layout->leaves[k].width, word);
    if (shift > 0) piece = emit_binary(l, IR_SHL, word, piece, const_int(l, word, shift));
    sum = shift > 0 ? emit_binary(l, IR_OR, word, sum, piece) : piece;
    bool full = k + 1 == layout->n || layout->leaves[k + 1].offset * 8 % word == 0;
    if (full) vec_push(list, sum);
  }
}

static void push_arguments(struct lower *l, LLVMValueRef call, values *list) {
  unsigned count = LLVMGetNumArgOperands(call), fixed = LLVMCountParamTypes(LLVMGetCalledFunctionType(call));
  uint32_t first_variable = 0;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    const struct layout *layout = layout_of_value(l, argument);
    const ir_value *scalars = value_of(l, argument);
    LLVMTypeRef byval = i >= fixed ? byval_type(call, i) : NULL;
    if (i == fixed) first_variable = list->count;
    if (i >= fixed && l->pointer_bits == 64)
      align_arguments(l, list, first_variable,
                      LLVMABIAlignmentOfType(l->target, byval != NULL ? byval : LLVMTypeOf(argument)));
    if (i >= fixed && LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMVectorTypeKind)
      push_vector(l, list, layout, scalars);
    else if (byval != NULL) push_bytes(l, list, scalars[0], LLVMABISizeOfType(l->target, byval));
    else
      for (uint32_t k = 0; k < layout->n; k++) vec_push(list, scalars[k]);
  }
}

/* Registers for the results. A caller that was compiled against another prototype may expect more than the callee
   gives. */
static uint32_t reserve_results(struct lower *l, const struct layout *layout, uint32_t given) {
  uint32_t dst = IR_NONE;
  for (uint32_t i = 0; i < layout->n; i++) {
    uint32_t reg = emit_reg(l, layout->leaves[i].width);
    if (i == 0) dst = reg;
  }
  for (uint32_t i = given; i < layout->n; i++) emit(l, IR_UNDEF, layout->leaves[i].width, dst + i, 0, 0, 0);
  return dst;
}

static ir_value *emit_call(struct lower *l, LLVMValueRef v) {
  const struct layout *layout = layout_of_value(l, v);
  LLVMValueRef callee = LLVMGetCalledValue(v);
  struct ir_const folded;
  if (layout->n > UINT8_MAX) {
    emit_unsupported(l, "call that returns more than %d scalars", UINT8_MAX);
    return NULL;
  }
  bool direct = LLVMIsConstant(callee) && const_fold(l, callee, &folded) && folded.kind == IR_CONST_FUNC;
  ir_value address = direct ? 0 : scalar_of(l, callee);
  values arguments = {0};
  push_arguments(l, v, &arguments);
  uint32_t start = emit_extra(l, arguments.data, arguments.count);
  uint32_t dst = reserve_results(l, layout, direct ? l->functions.data[folded.symbol].nresults : layout->n);
  emit(l, direct ? IR_CALL : IR_ICALL, layout->n, dst, direct ? (int32_t)folded.symbol : address, (int32_t)start,
       (int32_t)arguments.count);
  vec_free(&arguments);
  ir_value *out = emit_list(l, layout->n);
  for (uint32_t i = 0; i < layout->n; i++) out[i] = (ir_value)(dst + i);
  return layout->n > 0 ? out : NULL;
}

/* Walks over the constraints of an asm, which are separated by commas. */
struct constraint {
  const char *at;
  const char *end;
};

static bool next_constraint(struct constraint *c) {
  if (c->at == NULL || *c->at == '\0') return false;
  c->end = c->at + strcspn(c->at, ",");
  return true;
}

static void skip_constraint(struct constraint *c) { c->at = *c->end == ',' ? c->end + 1 : c->end; }

/* The argument tied to output number k: an input whose constraint is that number. -1 if there is none. */
static int tied_argument(const char *constraints, int output) {
  struct constraint c = {constraints, NULL};
  int argument = 0;
  for (; next_constraint(&c); skip_constraint(&c)) {
    if (*c.at == '~' || *c.at == '!' || (*c.at == '=' && memchr(c.at, '*', (size_t)(c.end - c.at)) == NULL)) continue;
    if (isdigit((unsigned char)*c.at) && atoi(c.at) == output) return argument;
    argument++;
  }
  return -1;
}

/* Results of an asm without instructions: an output tied to an input is that input, any other is some value. */
static ir_value *pass_through(struct lower *l, LLVMValueRef v, const char *constraints) {
  const struct layout *layout = layout_of_value(l, v);
  ir_value *out = emit_list(l, layout->n);
  struct constraint c = {constraints, NULL};
  int output = 0;
  uint32_t n = 0;
  for (; next_constraint(&c) && *c.at == '='; skip_constraint(&c), output++) {
    if (memchr(c.at, '*', (size_t)(c.end - c.at)) != NULL || n >= layout->n) continue;
    int argument = tied_argument(constraints, output);
    LLVMValueRef value = argument >= 0 ? LLVMGetOperand(v, (unsigned)argument) : NULL;
    bool fits = value != NULL && layout_of_value(l, value)->n == 1 &&
                layout_of_value(l, value)->leaves[0].width == layout->leaves[n].width;
    out[n] = fits ? scalar_of(l, value) : emit_undef(l, layout->leaves[n].width);
    n++;
  }
  for (; n < layout->n; n++) out[n] = emit_undef(l, layout->leaves[n].width);
  return layout->n > 0 ? out : NULL;
}

/* One blank between words, none around them. */
static void squeeze(char *code) {
  char *to = code;
  for (const char *at = code; *at != '\0'; at++) {
    bool blank = strchr(" \t\n;", *at) != NULL;
    if (!blank) *to++ = *at;
    else if (to > code && to[-1] != ' ') *to++ = ' ';
  }
  if (to > code && to[-1] == ' ') to--;
  *to = '\0';
}

static bool is_nothing(const char *code) {
  static const char *const names[] = {"", "pause", "nop", "rep nop", "repz nop"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(code, names[i]) == 0) return true;
  return false;
}

/* Fences, and the locked operations on the top of the stack that change nothing and are written in their place. */
static bool is_barrier(const char *code) {
  char size = 0, rest[8] = "";
  int offset = 0;
  if (strcmp(code, "mfence") == 0 || strcmp(code, "sfence") == 0 || strcmp(code, "lfence") == 0) return true;
  if (strncmp(code, "lock ", 5) != 0) return false;
  code += strncmp(code + 5, "add", 3) == 0 ? 8 : strncmp(code + 5, "or", 2) == 0 ? 7 : strlen(code);
  if (sscanf(code, "%c $$0 , %d(%%%7s", &size, &offset, rest) != 3 && sscanf(code, "%c $$0 , (%%%7s", &size, rest) != 2)
    return false;
  return strchr("blqw", size) != NULL && (strcmp(rest, "rsp)") == 0 || strcmp(rest, "esp)") == 0);
}

static ir_value *lower_asm(struct lower *l, LLVMValueRef v, LLVMValueRef callee) {
  size_t length = 0, constraints_length = 0;
  const char *text = LLVMGetInlineAsmAsmString(callee, &length);
  const char *constraints = LLVMGetInlineAsmConstraintString(callee, &constraints_length);
  char code[32], list[512];
  snprintf(code, sizeof code, "%.*s", (int)length, length ? text : "");
  snprintf(list, sizeof list, "%.*s", (int)constraints_length, constraints_length ? constraints : "");
  squeeze(code);
  bool barrier = is_barrier(code);
  if (length >= sizeof code || constraints_length >= sizeof list || (!is_nothing(code) && !barrier)) {
    emit_unsupported(l, "inline assembly");
    return NULL;
  }
  if (barrier) emit(l, IR_FENCE, 0, IR_NONE, 0, 0, 0)->flags = (uint8_t)(IR_SEQ_CST << 5);
  return pass_through(l, v, list);
}

ir_value *lower_call(struct lower *l, LLVMValueRef v) {
  LLVMValueRef callee = LLVMGetCalledValue(v);
  if (LLVMIsAInlineAsm(callee)) return lower_asm(l, v, callee);
  if (!LLVMIsAFunction(callee)) return emit_call(l, v);
  const char *name = LLVMGetValueName(callee);
  if (strncmp(name, "llvm.", 5) == 0) return lower_intrinsic(l, v, name);
  return emit_call(l, v);
}
