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
