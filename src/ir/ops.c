/* The table of operations: the rows of ops.def as data, for the printer, the verifier and the analyses. */
#include "ir/ir.h"

const struct ir_op_info ir_ops[IR_OP_COUNT] = {
#define OP(name, text, shape, widths, class, like, access, fails, pointers, address, meaning)                          \
  [IR_##name] = {text,                                                                                                 \
                 shape,                                                                                                \
                 widths,                                                                                               \
                 IR_CLASS_##class,                                                                                     \
                 IR_##like,                                                                                            \
                 IR_ACCESS_##access,                                                                                   \
                 IR_FAILS_##fails,                                                                                     \
                 IR_POINTERS_##pointers,                                                                               \
                 IR_ADDRESS_##address},
#include "ir/ops.def"
#undef OP
};

const char *ir_fmath_name(int32_t function) {
  static const char *const names[] = {"fabs",      "sqrt",  "floor",    "ceil", "trunc", "rint", "round",
                                      "roundeven", "sin",   "cos",      "tan",  "exp",   "exp2", "log",
                                      "log2",      "log10", "copysign", "fmin", "fmax",  "pow",  "atan2"};
  return names[function];
}
