/* LLVM intrinsics, one row each: name without its type suffix, the function that lowers it, and what that needs to
   know. An intrinsic that is not in the table becomes a located "unsupported" that names it. */
#include <math.h>
#include <string.h>

#include "front/lower.h"
#include "front/scopes.h"

typedef ir_value *intrinsic(struct lower *l, LLVMValueRef v, int what);

static ir_value argument(struct lower *l, LLVMValueRef v, unsigned i) { return scalar_of(l, LLVMGetOperand(v, i)); }

static ir_value *one(struct lower *l, ir_value v) {
  ir_value *out = emit_list(l, 1);
  out[0] = v;
  return out;
}

/* A variable that its function's return ends needs no mark of its own. */
static ir_value *lifetime(struct lower *l, LLVMValueRef v, int what) {
  LLVMValueRef variable = LLVMGetOperand(v, 1);
  if (!LLVMIsAAllocaInst(variable) || !scopes_ends_early(variable)) return NULL;
  if (what == IR_DEAD && !scopes_is_early_end(v)) return NULL;
  emit(l, (enum ir_op)what, 0, IR_NONE, scalar_of(l, variable), 0, 0);
  return NULL;
}

static ir_value *dropped(struct lower *l, LLVMValueRef v, int what) {
  (void)l, (void)v, (void)what;
  return NULL;
}

static ir_value *fenced(struct lower *l, LLVMValueRef v, int what) {
  (void)v, (void)what;
  emit(l, IR_FENCE, 0, IR_NONE, 0, 0, 0)->flags = (uint8_t)(IR_SEQ_CST << 5);
  return NULL;
}

/* The result is the first argument. */
static ir_value *passed(struct lower *l, LLVMValueRef v, int what) {
  (void)what;
  return (ir_value *)value_of(l, LLVMGetOperand(v, 0));
}

/* A lane of an integer operation: width, up to three operands, which operation. */
struct lane {
  uint32_t width;
  ir_value a, b, c;
  int what;
};
typedef ir_value lane_function(struct lower *l, struct lane x);

static ir_value operand_lane(struct lower *l, LLVMValueRef v, unsigned i, uint32_t k) {
  if (i >= LLVMGetNumArgOperands(v)) return 0;
  LLVMValueRef operand = LLVMGetOperand(v, i);
  return value_of(l, operand)[layout_of_value(l, operand)->n > 1 ? k : 0];
}

/* Applies a function to every lane. Operands of 65 bits and more are two words, for which none of these is made. */
static ir_value *lanes(struct lower *l, LLVMValueRef v, int what, lane_function *function) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(v, 0));
  const struct layout *layout = layout_of(l, type_lane(type));
  uint32_t n = type_lanes(type);
  if (layout->n != 1) {
    emit_unsupported(l, "%s", LLVMGetValueName(LLVMGetCalledValue(v)));
    return NULL;
  }
  ir_value *out = emit_list(l, n);
  for (uint32_t k = 0; k < n; k++) {
    struct lane x = {layout->leaves[0].width, operand_lane(l, v, 0, k), operand_lane(l, v, 1, k),
                     operand_lane(l, v, 2, k), what};
    out[k] = function(l, x);
  }
  return out;
}

static ir_value lane_unary(struct lower *l, struct lane x) {
  return emit_value(l, (enum ir_op)x.what, x.width, x.width, x.a, 0, 0);
}
static ir_value *unary(struct lower *l, LLVMValueRef v, int what) { return lanes(l, v, what, lane_unary); }

static ir_value lane_ternary(struct lower *l, struct lane x) {
  return emit_value(l, (enum ir_op)x.what, x.width, x.width, x.a, x.b, x.c);
}
static ir_value *ternary(struct lower *l, LLVMValueRef v, int what) { return lanes(l, v, what, lane_ternary); }

static ir_value lane_math(struct lower *l, struct lane x) {
  if (x.what >= IR_FM_COPYSIGN) return emit_value(l, IR_FMATH2, x.width, x.width, x.a, x.b, x.what);
  return emit_value(l, IR_FMATH, x.width, x.width, x.a, 0, x.what);
}
static ir_value *math(struct lower *l, LLVMValueRef v, int what) {
  if (!long_is(LLVMTypeOf(v)) || what != IR_FM_FABS) return lanes(l, v, what, lane_math);
  const ir_value *a = value_of(l, LLVMGetOperand(v, 0));
  ir_value *out = emit_list(l, 2);
  out[0] = a[0];
  out[1] = emit_binary(l, IR_AND, 16, a[1], const_int(l, 16, 0x7fff));
  return out;
}

/* Without a fused instruction the processor multiplies, rounds, and adds. */
static ir_value lane_muladd(struct lower *l, struct lane x) {
  return emit_binary(l, IR_FADD, x.width, emit_binary(l, IR_FMUL, x.width, x.a, x.b), x.c);
}
static ir_value *muladd(struct lower *l, LLVMValueRef v, int what) {
  if (!long_is(LLVMTypeOf(v))) return lanes(l, v, what, lane_muladd);
  ir_value product[2], *out = emit_list(l, 2);
  long_binary(l, LLVMFMul, value_of(l, LLVMGetOperand(v, 0)), value_of(l, LLVMGetOperand(v, 1)), product);
  long_binary(l, LLVMFAdd, product, value_of(l, LLVMGetOperand(v, 2)), out);
  return out;
}

static ir_value lane_abs(struct lower *l, struct lane x) {
  uint64_t undefined_at_minimum = 0;
  ir_value zero = const_int(l, x.width, 0), negated = emit_binary(l, IR_SUB, x.width, zero, x.a);
  if (value_is_int(l, x.b, &undefined_at_minimum) && undefined_at_minimum) vec_last(&l->ins).flags = IR_NSW;
  return emit_select(l, x.width, emit_test(l, IR_SLT, x.width, x.a, zero), negated, x.a);
}
static ir_value *absolute(struct lower *l, LLVMValueRef v, int what) { return lanes(l, v, what, lane_abs); }

enum { LEAST = 0, MOST = 1 }; /* added to twice the op of the comparison */

static ir_value lane_extreme(struct lower *l, struct lane x) {
  ir_value less = emit_test(l, (enum ir_op)(x.what / 2), x.width, x.a, x.b);
  return x.what % 2 == MOST ? emit_select(l, x.width, less, x.b, x.a) : emit_select(l, x.width, less, x.a, x.b);
}
static ir_value *extreme(struct lower *l, LLVMValueRef v, int what) { return lanes(l, v, what, lane_extreme); }

static enum ir_op plain_op(int overflow_test) {
  switch (overflow_test) {
  case IR_SADDO:
  case IR_UADDO: return IR_ADD;
  case IR_SSUBO:
  case IR_USUBO: return IR_SUB;
  default: return IR_MUL;
  }
}

static ir_value lane_saturated(struct lower *l, struct lane x) {
  uint64_t minimum = (uint64_t)1 << (x.width - 1);
  ir_value overflow = emit_test(l, (enum ir_op)x.what, x.width, x.a, x.b), limit;
  ir_value plain = emit_binary(l, plain_op(x.what), x.width, x.a, x.b);
  if (x.what == IR_UADDO) limit = const_int(l, x.width, UINT64_MAX);
  else if (x.what == IR_USUBO) limit = const_int(l, x.width, 0);
  else
    limit = emit_select(l, x.width, emit_test(l, IR_SLT, x.width, x.a, const_int(l, x.width, 0)),
                        const_int(l, x.width, minimum), const_int(l, x.width, minimum - 1));
  return emit_select(l, x.width, overflow, limit, plain);
}
static ir_value *saturated(struct lower *l, LLVMValueRef v, int what) { return lanes(l, v, what, lane_saturated); }

/* { results, overflow bits } */
static ir_value *with_overflow(struct lower *l, LLVMValueRef v, int what) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(v, 0));
  const struct layout *lane = layout_of(l, type_lane(type));
  uint32_t n = type_lanes(type), width = lane->leaves[0].width;
  if (lane->n != 1) {
    emit_unsupported(l, "overflow test of 128-bit integers");
    return NULL;
  }
  const ir_value *a = value_of(l, LLVMGetOperand(v, 0)), *b = value_of(l, LLVMGetOperand(v, 1));
  ir_value *out = emit_list(l, 2 * n);
  for (uint32_t i = 0; i < n; i++) {
    out[i] = emit_binary(l, plain_op(what), width, a[i], b[i]);
    out[n + i] = emit_test(l, (enum ir_op)what, width, a[i], b[i]);
  }
  return out;
}

/* -1, 0 or 1 in the width of the result */
static ir_value *three_way(struct lower *l, LLVMValueRef v, int what) {
  const struct layout *from = layout_of_value(l, LLVMGetOperand(v, 0)), *to = layout_of_value(l, v);
  if (from->n != to->n) {
    emit_unsupported(l, "%s", LLVMGetValueName(LLVMGetCalledValue(v)));
    return NULL;
  }
  const ir_value *a = value_of(l, LLVMGetOperand(v, 0)), *b = value_of(l, LLVMGetOperand(v, 1));
  ir_value *out = emit_list(l, to->n);
  for (uint32_t i = 0; i < to->n; i++) {
    uint32_t width = from->leaves[i].width, result = to->leaves[i].width;
    ir_value less = emit_zext(l, emit_test(l, (enum ir_op)what, width, a[i], b[i]), 1, result);
    ir_value more = emit_zext(l, emit_test(l, (enum ir_op)what, width, b[i], a[i]), 1, result);
    out[i] = emit_binary(l, IR_SUB, result, more, less);
  }
  return out;
}

static ir_value to_pointer_width(struct lower *l, LLVMValueRef operand) {
  uint32_t width = layout_of_value(l, operand)->leaves[0].width;
  ir_value v = scalar_of(l, operand);
  return width > l->pointer_bits ? emit_trunc(l, v, width, l->pointer_bits) : emit_zext(l, v, width, l->pointer_bits);
}

static ir_value *memory(struct lower *l, LLVMValueRef v, int what) {
  ir_value to = argument(l, v, 0), from = argument(l, v, 1), size = to_pointer_width(l, LLVMGetOperand(v, 2));
  uint64_t bytes;
  if (value_is_int(l, size, &bytes) && bytes == 0) return NULL;
  emit(l, (enum ir_op)what, 0, IR_NONE, to, from, size);
  return NULL;
}

static ir_value *object_size(struct lower *l, LLVMValueRef v, int what) {
  (void)what;
  uint64_t minimum = 0;
  value_is_int(l, argument(l, v, 1), &minimum);
  return one(l, const_int(l, layout_of_value(l, v)->leaves[0].width, minimum ? 0 : UINT64_MAX));
}

static ir_value *is_constant(struct lower *l, LLVMValueRef v, int what) {
  (void)what;
  return one(l, const_int(l, 1, LLVMIsConstant(LLVMGetOperand(v, 0)) != 0));
}

static ir_value *va_start(struct lower *l, LLVMValueRef v, int what) {
  emit(l, (enum ir_op)what, 0, IR_NONE, argument(l, v, 0), 0, 0);
  return NULL;
}

/* A va_list is four fields in 24 bytes on x86-64, a pointer on i386. */
static ir_value *va_copy(struct lower *l, LLVMValueRef v, int what) {
  ir_value size = const_int(l, l->pointer_bits, l->pointer_bits == 64 ? 24 : 4);
  emit(l, (enum ir_op)what, 0, IR_NONE, argument(l, v, 0), argument(l, v, 1), size);
  return NULL;
}

static ir_value *stack_save(struct lower *l, LLVMValueRef v, int what) {
  (void)v;
  return one(l, emit_value(l, (enum ir_op)what, 0, l->pointer_bits, 0, 0, 0));
}

static ir_value *trap(struct lower *l, LLVMValueRef v, int what) {
  (void)v;
  emit(l, (enum ir_op)what, 0, IR_NONE, 0, 0, 0);
  return NULL;
}

static ir_value *pointer_mask(struct lower *l, LLVMValueRef v, int what) {
  return one(l, emit_binary(l, (enum ir_op)what, l->pointer_bits, argument(l, v, 0),
                            to_pointer_width(l, LLVMGetOperand(v, 1))));
}

static ir_value *rounded_to_integer(struct lower *l, LLVMValueRef v, int what) {
  uint32_t from = layout_of_value(l, LLVMGetOperand(v, 0))->leaves[0].width,
           to = layout_of_value(l, v)->leaves[0].width;
  ir_value rounded = emit_value(l, IR_FMATH, from, from, argument(l, v, 0), 0, what);
  return one(l, emit_value(l, IR_FPTOSI, from, to, rounded, 0, (int32_t)to));
}

static ir_value *rounding_mode(struct lower *l, LLVMValueRef v, int what) {
  return one(l, const_int(l, layout_of_value(l, v)->leaves[0].width, (uint64_t)what));
}

static ir_value float_const(struct lower *l, uint32_t width, double value) {
  uint64_t bits = 0;
  float single = (float)value;
  if (width == 64) memcpy(&bits, &value, sizeof value);
  else memcpy(&bits, &single, sizeof single);
  return const_int(l, width, bits);
}

/* Out of range becomes the nearest integer, not-a-number zero. Only numbers in range are converted. */
static ir_value *saturated_conversion(struct lower *l, LLVMValueRef v, int what) {
  const struct layout *from_layout = layout_of_value(l, LLVMGetOperand(v, 0)), *to_layout = layout_of_value(l, v);
  if (from_layout->n != to_layout->n) {
    emit_unsupported(l, "%s", LLVMGetValueName(LLVMGetCalledValue(v)));
    return NULL;
  }
  const ir_value *a = value_of(l, LLVMGetOperand(v, 0));
  ir_value *out = emit_list(l, to_layout->n);
  for (uint32_t i = 0; i < to_layout->n; i++) {
    uint32_t from = from_layout->leaves[i].width, to = to_layout->leaves[i].width;
    bool is_signed = what == IR_FPTOSI;
    uint64_t least = is_signed ? (uint64_t)1 << (to - 1) : 0, most = is_signed ? least - 1 : UINT64_MAX;
    ir_value low = float_const(l, from, is_signed ? -ldexp(1, (int)to - 1) : 0);
    ir_value high = float_const(l, from, ldexp(1, is_signed ? (int)to - 1 : (int)to));
    ir_value above = emit_value(l, IR_FCMP, from, 1, a[i], high, LLVMRealOGE);
    ir_value below = emit_value(l, IR_FCMP, from, 1, a[i], low, LLVMRealOLT);
    ir_value inside = emit_value(l, IR_FCMP, from, 1, a[i], high, LLVMRealOLT);
    ir_value safe = emit_select(l, from, below, low, emit_select(l, from, inside, a[i], const_int(l, from, 0)));
    ir_value result = emit_value(l, (enum ir_op)what, from, to, safe, 0, (int32_t)to);
    result = emit_select(l, to, below, const_int(l, to, least), result);
    out[i] = emit_select(l, to, above, const_int(l, to, most), result);
  }
  return out;
}

/* Classes of numbers in the order of the bits of is.fpclass, and which sign they have: -1, 1, or 0 for either. */
enum { CLASS_SNAN, CLASS_QNAN, CLASS_INF, CLASS_NORMAL, CLASS_SUBNORMAL, CLASS_ZERO };

static ir_value in_class(struct lower *l, uint32_t w, ir_value magnitude, int class) {
  uint64_t infinity = w == 64 ? 0x7ff0000000000000u : 0x7f800000u, quiet = w == 64 ? 0x7ff8000000000000u : 0x7fc00000u;
  uint64_t normal = w == 64 ? 0x0010000000000000u : 0x00800000u;
  uint64_t low = 0, count = 1; /* magnitudes low .. low + count - 1 */
  switch (class) {
  case CLASS_SNAN: low = infinity + 1, count = quiet - low; break;
  case CLASS_QNAN: low = quiet, count = quiet - infinity; break;
  case CLASS_INF: low = infinity; break;
  case CLASS_NORMAL: low = normal, count = infinity - normal; break;
  case CLASS_SUBNORMAL: low = 1, count = normal - 1; break;
  }
  return emit_test(l, IR_ULT, w, emit_binary(l, IR_SUB, w, magnitude, const_int(l, w, low)), const_int(l, w, count));
}

static ir_value lane_class(struct lower *l, struct lane x) {
  static const struct {
    int class, sign;
  } bits[] = {{CLASS_SNAN, 0},  {CLASS_QNAN, 0}, {CLASS_INF, -1},      {CLASS_NORMAL, -1}, {CLASS_SUBNORMAL, -1},
              {CLASS_ZERO, -1}, {CLASS_ZERO, 1}, {CLASS_SUBNORMAL, 1}, {CLASS_NORMAL, 1},  {CLASS_INF, 1}};
  uint64_t wanted = 0, sign = (uint64_t)1 << (x.width - 1);
  value_is_int(l, x.b, &wanted);
  ir_value magnitude = emit_binary(l, IR_AND, x.width, x.a, const_int(l, x.width, sign - 1));
  ir_value negative = emit_test(l, IR_SLT, x.width, x.a, const_int(l, x.width, 0));
  ir_value positive = emit_binary(l, IR_XOR, 1, negative, const_int(l, 1, 1)), any = const_int(l, 1, 0);
  for (unsigned i = 0; i < sizeof bits / sizeof *bits; i++) {
    if (!(wanted >> i & 1)) continue;
    ir_value hit = in_class(l, x.width, magnitude, bits[i].class);
    if (bits[i].sign != 0) hit = emit_binary(l, IR_AND, 1, hit, bits[i].sign < 0 ? negative : positive);
    any = emit_binary(l, IR_OR, 1, any, hit);
  }
  return any;
}
static ir_value *float_class(struct lower *l, LLVMValueRef v, int what) { return lanes(l, v, what, lane_class); }

static ir_value join(struct lower *l, int what, uint32_t width, ir_value a, ir_value b) {
  if (what >= 1000) return emit_value(l, IR_FMATH2, width, width, a, b, what - 1000);
  if (what < 0) return lane_extreme(l, (struct lane){width, a, b, 0, -what});
  return emit_binary(l, (enum ir_op)what, width, a, b);
}

/* From the first lane to the last. what: an op; minus what `extreme` takes; or 1000 + enum ir_fmath. */
static ir_value *reduce(struct lower *l, LLVMValueRef v, int what) {
  bool with_start = LLVMGetNumArgOperands(v) == 2;
  LLVMValueRef vector = LLVMGetOperand(v, with_start ? 1 : 0);
  const struct layout *layout = layout_of_value(l, vector);
  uint32_t n = type_lanes(LLVMTypeOf(vector)), width = layout->leaves[0].width;
  if (layout->n != n) {
    emit_unsupported(l, "%s", LLVMGetValueName(LLVMGetCalledValue(v)));
    return NULL;
  }
  const ir_value *list = value_of(l, vector);
  ir_value sum = with_start ? argument(l, v, 0) : list[0];
  for (uint32_t i = with_start ? 0 : 1; i < n; i++) sum = join(l, what, width, sum, list[i]);
  return one(l, sum);
}

/* One lane of a masked access; only masks that are known. */
static bool known_mask(struct lower *l, LLVMValueRef mask, const ir_value *lanes_of_mask) {
  uint64_t bit;
  for (uint32_t i = 0; i < type_lanes(LLVMTypeOf(mask)); i++)
    if (!value_is_int(l, lanes_of_mask[i], &bit)) return false;
  return true;
}

static ir_value *masked(struct lower *l, LLVMValueRef v, int what) {
  bool load = what == IR_LOAD;
  LLVMValueRef mask = LLVMGetOperand(v, load ? 2 : 3), data = LLVMGetOperand(v, load ? 3 : 0);
  const struct layout *layout = layout_of_value(l, data);
  const ir_value *bits = value_of(l, mask), *values = value_of(l, data);
  if (layout->n != type_lanes(LLVMTypeOf(mask)) || layout->packed || !known_mask(l, mask, bits)) {
    emit_unsupported(l, "%s", LLVMGetValueName(LLVMGetCalledValue(v)));
    return NULL;
  }
  ir_value address = argument(l, v, load ? 0 : 1), *out = emit_list(l, layout->n);
  for (uint32_t i = 0; i < layout->n; i++) {
    struct layout lane = {.n = 1, .leaves = &layout->leaves[i]};
    uint64_t wanted = 0;
    value_is_int(l, bits[i], &wanted);
    out[i] = values[i];
    if (wanted && load) mem_load(l, &lane, address, 0, &out[i]);
    if (wanted && !load) mem_store(l, &lane, address, 0, &values[i]);
  }
  return load ? out : NULL;
}

struct row {
  const char *name;
  intrinsic *lower;
  int what;
};

static const struct row rows[] = {
    {"memcpy", memory, IR_MEMCPY},
    {"memmove", memory, IR_MEMMOVE},
    {"memset", memory, IR_MEMSET},
    {"lifetime.start", lifetime, IR_LIVE},
    {"lifetime.end", lifetime, IR_DEAD},
    {"invariant", dropped, 0},
    {"dbg", dropped, 0},
    {"assume", dropped, 0},
    {"donothing", dropped, 0},
    {"experimental.noalias.scope.decl", dropped, 0},
    {"prefetch", dropped, 0},
    {"sideeffect", dropped, 0},
    {"x86.sse2.pause", dropped, 0},
    {"x86.sse.sfence", fenced, 0},
    {"x86.sse2.lfence", fenced, 0},
    {"x86.sse2.mfence", fenced, 0},
    {"var.annotation", dropped, 0},
    {"va_end", dropped, 0},
    {"pseudoprobe", dropped, 0},
    {"clear_cache", dropped, 0},
    {"expect", passed, 0},
    {"ptr.annotation", passed, 0},
    {"annotation", passed, 0},
    {"ssa.copy", passed, 0},
    {"launder.invariant.group", passed, 0},
    {"strip.invariant.group", passed, 0},
    {"threadlocal.address", passed, 0},
    {"arithmetic.fence", passed, 0},
    {"ctpop", unary, IR_CTPOP},
    {"ctlz", unary, IR_CTLZ},
    {"cttz", unary, IR_CTTZ},
    {"bswap", unary, IR_BSWAP},
    {"bitreverse", unary, IR_BITREV},
    {"fshl", ternary, IR_FSHL},
    {"fshr", ternary, IR_FSHR},
    {"abs", absolute, 0},
    {"smax", extreme, 2 * IR_SLT + MOST},
    {"smin", extreme, 2 * IR_SLT + LEAST},
    {"umax", extreme, 2 * IR_ULT + MOST},
    {"umin", extreme, 2 * IR_ULT + LEAST},
    {"sadd.with.overflow", with_overflow, IR_SADDO},
    {"ssub.with.overflow", with_overflow, IR_SSUBO},
    {"smul.with.overflow", with_overflow, IR_SMULO},
    {"uadd.with.overflow", with_overflow, IR_UADDO},
    {"usub.with.overflow", with_overflow, IR_USUBO},
    {"umul.with.overflow", with_overflow, IR_UMULO},
    {"sadd.sat", saturated, IR_SADDO},
    {"ssub.sat", saturated, IR_SSUBO},
    {"uadd.sat", saturated, IR_UADDO},
    {"usub.sat", saturated, IR_USUBO},
    {"scmp", three_way, IR_SLT},
    {"ucmp", three_way, IR_ULT},
    {"objectsize", object_size, 0},
    {"is.constant", is_constant, 0},
    {"ptrmask", pointer_mask, IR_AND},
    {"va_start", va_start, IR_VASTART},
    {"va_copy", va_copy, IR_MEMCPY},
    {"stacksave", stack_save, IR_STACKSAVE},
    {"stackrestore", va_start, IR_STACKRESTORE},
    {"trap", trap, IR_TRAP},
    {"debugtrap", trap, IR_TRAP},
    {"ubsantrap", trap, IR_TRAP},
    {"fabs", math, IR_FM_FABS},
    {"sqrt", math, IR_FM_SQRT},
    {"floor", math, IR_FM_FLOOR},
    {"ceil", math, IR_FM_CEIL},
    {"trunc", math, IR_FM_TRUNC},
    {"rint", math, IR_FM_RINT},
    {"nearbyint", math, IR_FM_RINT},
    {"round", math, IR_FM_ROUND},
    {"roundeven", math, IR_FM_ROUNDEVEN},
    {"sin", math, IR_FM_SIN},
    {"cos", math, IR_FM_COS},
    {"tan", math, IR_FM_TAN},
    {"exp", math, IR_FM_EXP},
    {"exp2", math, IR_FM_EXP2},
    {"log", math, IR_FM_LOG},
    {"log2", math, IR_FM_LOG2},
    {"log10", math, IR_FM_LOG10},
    {"copysign", math, IR_FM_COPYSIGN},
    {"minnum", math, IR_FM_MINNUM},
    {"maxnum", math, IR_FM_MAXNUM},
    {"pow", math, IR_FM_POW},
    {"fma", ternary, IR_FMA},
    {"fmuladd", muladd, 0},
    {"lrint", rounded_to_integer, IR_FM_RINT},
    {"llrint", rounded_to_integer, IR_FM_RINT},
    {"lround", rounded_to_integer, IR_FM_ROUND},
    {"llround", rounded_to_integer, IR_FM_ROUND},
    {"get.rounding", rounding_mode, 1},
    {"is.fpclass", float_class, 0},
    {"fptosi.sat", saturated_conversion, IR_FPTOSI},
    {"fptoui.sat", saturated_conversion, IR_FPTOUI},
    {"vector.reduce.add", reduce, IR_ADD},
    {"vector.reduce.mul", reduce, IR_MUL},
    {"vector.reduce.and", reduce, IR_AND},
    {"vector.reduce.or", reduce, IR_OR},
    {"vector.reduce.xor", reduce, IR_XOR},
    {"vector.reduce.fadd", reduce, IR_FADD},
    {"vector.reduce.fmul", reduce, IR_FMUL},
    {"vector.reduce.smax", reduce, -(2 * IR_SLT + MOST)},
    {"vector.reduce.smin", reduce, -(2 * IR_SLT + LEAST)},
    {"vector.reduce.umax", reduce, -(2 * IR_ULT + MOST)},
    {"vector.reduce.umin", reduce, -(2 * IR_ULT + LEAST)},
    {"vector.reduce.fmax", reduce, 1000 + IR_FM_MAXNUM},
    {"vector.reduce.fmin", reduce, 1000 + IR_FM_MINNUM},
    {"masked.load", masked, IR_LOAD},
    {"masked.store", masked, IR_STORE},
};

ir_value *lower_intrinsic(struct lower *l, LLVMValueRef v, const char *name) {
  const char *short_name = name + strlen("llvm.");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t n = strlen(rows[i].name);
    if (strncmp(short_name, rows[i].name, n) == 0 && (short_name[n] == '.' || short_name[n] == '\0'))
      return rows[i].lower(l, v, rows[i].what);
  }
  emit_unsupported(l, "%s", name);
  return NULL;
}
