/* The table of operations: the rows of ops.def as data, for the printer, the verifier and the analyses. */
#include "ir/ir.h"

const struct ir_op_info ir_ops[IR_OP_COUNT] = {
#define OP(name, text, shape, class, meaning) [IR_##name] = {text, shape, IR_CLASS_##class},
#include "ir/ops.def"
#undef OP
};
