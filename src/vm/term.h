/* Expressions for the pure operations of the IR: used by the machine on symbolic values and by whoever computes
   over instructions without executing them. */
#ifndef HEDDLE_VM_TERM_H
#define HEDDLE_VM_TERM_H
#include "ir/ir.h"
#include "sym/sym.h"

/* The result of a PURE instruction; operands that it does not have are not looked at. */
sym_id term_of(struct sym *sym, const struct ir_ins *ins, unsigned pointer_bits, sym_id a, sym_id b, sym_id c);
/* The result of a FLOAT instruction. */
sym_id term_of_float(struct sym *sym, const struct ir_ins *ins, sym_id a, sym_id b, sym_id c);
enum sym_op term_float_op(const struct ir_ins *ins); /* the one operation that it is; 0: not one alone */
unsigned term_operand_width(const struct ir_ins *ins, unsigned pointer_bits); /* of a select: of its second and third */
sym_id term_overflow(struct sym *sym, enum ir_op op, sym_id a, sym_id b, unsigned width); /* one bit */
sym_id term_division_fits(struct sym *sym, const struct ir_ins *ins, sym_id a,
                          sym_id b); /* not the smallest value by -1 */
#endif
