/* Lowering an LLVM module to an IR program: what the lower_*.c files share. Only heddle-front includes this.

   Every LLVM value becomes a list of scalars (ir_value: registers or pool constants) in the order of its leaves, see
   lower_type.c. LLVM values are in SSA form, so a value that only renames or regroups others (extractvalue,
   bitcast, shufflevector) shares their scalars and costs no instruction. */
#ifndef HEDDLE_FRONT_LOWER_H
#define HEDDLE_FRONT_LOWER_H
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "front/front.h"
#include "ir/ir.h"
#include "util/map.h"
#include "util/mem.h"
#include "util/vec.h"

/* One scalar inside a type. */
struct leaf {
  uint64_t offset; /* bytes from the start of the value in memory */
  uint32_t width;  /* bits of the scalar */
  uint32_t stored; /* bits it takes in memory, a multiple of 8 */
};

struct layout {
  uint32_t n;      /* number of leaves */
  bool packed;     /* a vector whose elements share bytes in memory */
  const char *bad; /* why values of the type cannot be handled; NULL if they can. A bad type has one leaf of 64 bits. */
  uint64_t size;   /* distance between two such values in memory, bytes */
  struct leaf *leaves;
};

/* A block of the function being built. Targets name blocks by label until the function is complete. */
struct label {
  uint32_t block; /* index in the program once placed */
  uint32_t name;  /* string */
};

/* An edge that needs a block of its own, for the moves of the phis at its end. */
struct edge {
  uint32_t label;
  LLVMBasicBlockRef from, to;
};

/* State of the function being lowered, reset for each. */
struct function_state {
  LLVMValueRef llvm;
  uint32_t index;
  uint32_t first_reg;
  struct map values;            /* LLVMValueRef -> index in lists */
  VEC(ir_value *) lists;        /* scalars of each value */
  struct map block_labels;      /* LLVMBasicBlockRef -> label; only blocks that can be reached */
  VEC(LLVMBasicBlockRef) order; /* reachable blocks in reverse post-order */
  VEC(struct label) labels;
  VEC(struct edge) edges; /* still to be placed */
  struct arena arena;     /* scalar lists */
  uint32_t loc;           /* of the instruction being lowered */
  LLVMValueRef origin;    /* the instruction being lowered; the function itself before the first one */
  uint32_t first_new;     /* registers from here on (index in regs) belong to the value being defined */
  bool ended;             /* the current block has its jump */
  VEC(uint32_t) landings; /* labels of the places behind setjmp, in their order */
  uint32_t landed;        /* how many are placed */
};

typedef VEC(LLVMValueRef) lower_origins;

struct lower {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMTargetDataRef target;
  const struct front_tree *tree;    /* of a revision: how its files are shown */
  const struct map *program_values; /* definitions that are the program's own; others are the library's */
  uint32_t pointer_bits;
  struct strings text;
  struct arena arena; /* layouts */
  VEC(struct ir_function) functions;
  VEC(struct ir_block) blocks;
  VEC(struct ir_ins) ins;
  lower_origins origins; /* by instruction: what it comes from */
  VEC(int32_t) extra;
  VEC(struct ir_reg) regs;
  VEC(struct ir_const) consts;
  VEC(struct ir_global) globals;
  VEC(struct ir_reloc) relocs;
  VEC(struct ir_loc) locs;
  VEC(uint32_t) ctors;
  VEC(uint32_t) dtors;
  VEC(uint8_t) data;
  VEC(struct ir_type) types; /* of the source */
  VEC(struct ir_member) members;
  struct map debug_types;       /* LLVMMetadataRef -> type */
  struct map scalar_types;      /* size -> type */
  struct map records;           /* string -> type */
  struct map local_types;       /* LLVMValueRef of an alloca -> type */
  VEC(LLVMMetadataRef) targets; /* of pointers: types still to be read */
  struct map const_index, loc_index, function_index, global_index, type_index;
  struct map positions; /* LLVM debug location -> ir_loc */
  VEC(struct layout *) layouts;
  VEC(LLVMValueRef) llvm_functions; /* by IR function; those behind `next_function` are still to be lowered */
  VEC(LLVMValueRef) llvm_globals;
  uint32_t next_function, next_global;
  struct function_state fn;
};

/* lower.c: the program with everything reachable from the entry, or NULL after a message. `origins` gets for each
   instruction the LLVM instruction that it comes from, or the function for what stands before the first one. */
struct ir_program *lower_module(LLVMModuleRef module, const struct map *program_values, const char *entry,
                                const struct front_tree *tree, lower_origins *origins);
uint32_t lower_function_index(struct lower *l, LLVMValueRef function);
uint32_t lower_global_index(struct lower *l, LLVMValueRef global);

/* lower_function.c: the body of one function. */
void lower_body(struct lower *l, uint32_t index);

/* lower_tidy.c: shortens a complete function, which must be the last one of the program so far. */
void lower_tidy(struct lower *l, struct ir_function *f);

/* lower_type.c */
const struct layout *layout_of(struct lower *l, LLVMTypeRef type);
static inline const struct layout *layout_of_value(struct lower *l, LLVMValueRef v) {
  return layout_of(l, LLVMTypeOf(v));
}
uint32_t type_lanes(LLVMTypeRef type);   /* elements of a vector, 1 for anything else */
LLVMTypeRef type_lane(LLVMTypeRef type); /* element type of a vector, else the type itself */
uint32_t type_element_start(struct lower *l, LLVMTypeRef aggregate, uint32_t k); /* first leaf of element k */
LLVMTypeRef type_element(LLVMTypeRef aggregate, uint32_t k);
uint32_t type_elements(LLVMTypeRef aggregate);

/* lower_emit.c: instructions and registers of the current function */
uint32_t emit_reg(struct lower *l, uint32_t width);
struct ir_ins *emit(struct lower *l, enum ir_op op, uint32_t width, uint32_t dst, int32_t a, int32_t b, int32_t c);
/* The same with a new result register of `result` bits. */
ir_value emit_value(struct lower *l, enum ir_op op, uint32_t width, uint32_t result, int32_t a, int32_t b, int32_t c);
ir_value emit_binary(struct lower *l, enum ir_op op, uint32_t width, ir_value a, ir_value b);
ir_value emit_test(struct lower *l, enum ir_op op, uint32_t width, ir_value a, ir_value b);
ir_value emit_select(struct lower *l, uint32_t width, ir_value condition, ir_value yes, ir_value no);
ir_value emit_zext(struct lower *l, ir_value v, uint32_t from, uint32_t to);
ir_value emit_sext(struct lower *l, ir_value v, uint32_t from, uint32_t to);
ir_value emit_trunc(struct lower *l, ir_value v, uint32_t from, uint32_t to);
ir_value emit_undef(struct lower *l, uint32_t width);
void emit_unsupported(struct lower *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
uint32_t emit_extra(struct lower *l, const ir_value *values, uint32_t n); /* start in the list of extra operands */
uint32_t emit_new_label(struct lower *l, const char *name);
void emit_place(struct lower *l, uint32_t label); /* the following instructions belong to this block */
ir_value *emit_list(struct lower *l, uint32_t n);
void emit_define(struct lower *l, LLVMValueRef v, ir_value *scalars); /* what v is from here on */
/* Bits of the scalars `from` (widths in `fw`) regrouped, lowest first, into scalars of the widths `tw`. */
void emit_regroup(struct lower *l, const ir_value *from, const uint32_t *fw, uint32_t nf, ir_value *to,
                  const uint32_t *tw, uint32_t nt);

/* lower_const.c */
ir_value const_int(struct lower *l, uint32_t width, uint64_t value);
bool const_fold(struct lower *l, LLVMValueRef v, struct ir_const *out); /* scalar integer, address or neither */
void const_bits(LLVMValueRef v, uint64_t words[2]);                     /* of an integer of up to 128 bits */
bool const_is_undef(LLVMValueRef v);
bool const_offset(struct lower *l, ir_value v, int64_t n, ir_value *out);
/* The scalars of any operand. May emit instructions at the current place (undef, addresses of thread-local objects). */
const ir_value *value_of(struct lower *l, LLVMValueRef v);
static inline ir_value scalar_of(struct lower *l, LLVMValueRef v) { return value_of(l, v)[0]; }
bool value_is_int(struct lower *l, ir_value v, uint64_t *value); /* an integer constant? */

/* lower_global.c */
void lower_initialiser(struct lower *l, uint32_t index);

/* lower_loc.c */
uint32_t loc_of_instruction(struct lower *l, LLVMValueRef ins);
uint32_t loc_of_global(struct lower *l, LLVMValueRef global);
void loc_name_registers(struct lower *l, LLVMValueRef v, const ir_value *scalars, uint32_t n);
uint32_t loc_variable_name(struct lower *l, LLVMValueRef alloca); /* string */

/* lower_debug.c: types of the source */
void debug_open(struct lower *l);
void debug_close(struct lower *l);
uint32_t debug_type(struct lower *l, LLVMMetadataRef node); /* its index; 0: not known */
uint32_t debug_type_of_global(struct lower *l, LLVMValueRef global);
void debug_name_local(struct lower *l, LLVMValueRef alloca, ir_value address);
void debug_name_address(struct lower *l, LLVMValueRef gep, ir_value base, ir_value address);

/* One LLVM instruction (or constant expression) by topic; each returns the scalars of its result, NULL if it has
   none. */
ir_value *lower_operation(struct lower *l, LLVMValueRef v, LLVMOpcode op); /* lower_ins.c */
ir_value *lower_cast(struct lower *l, LLVMValueRef v, LLVMOpcode op);      /* lower_cast.c */
ir_value *lower_load(struct lower *l, LLVMValueRef v);                     /* lower_mem.c */
void lower_store(struct lower *l, LLVMValueRef v);
ir_value *lower_alloca(struct lower *l, LLVMValueRef v);
ir_value *lower_gep(struct lower *l, LLVMValueRef v);
ir_value *lower_atomic_rmw(struct lower *l, LLVMValueRef v);
ir_value *lower_cmpxchg(struct lower *l, LLVMValueRef v);
void lower_fence(struct lower *l, LLVMValueRef v);
/* Leaf by leaf at an address. flags as in struct ir_ins. */
void mem_load(struct lower *l, const struct layout *layout, ir_value address, uint32_t flags, ir_value *out);
void mem_store(struct lower *l, const struct layout *layout, ir_value address, uint32_t flags, const ir_value *values);
ir_value mem_offset(struct lower *l, ir_value address, int64_t offset);
ir_value *lower_extract_value(struct lower *l, LLVMValueRef v); /* lower_vector.c */
ir_value *lower_insert_value(struct lower *l, LLVMValueRef v);
ir_value *lower_extract_element(struct lower *l, LLVMValueRef v);
ir_value *lower_insert_element(struct lower *l, LLVMValueRef v);
ir_value *lower_shuffle(struct lower *l, LLVMValueRef v);
ir_value *lower_call(struct lower *l, LLVMValueRef v);                        /* lower_call.c */
ir_value *lower_intrinsic(struct lower *l, LLVMValueRef v, const char *name); /* lower_intrinsic.c */
void lower_terminator(struct lower *l, LLVMValueRef v, LLVMOpcode op);        /* lower_flow.c */
void lower_edges(struct lower *l);                                            /* places the pending edge blocks */

/* lower_wide.c: integers of 65 to 128 bits, as low word and the rest */
void wide_binary(struct lower *l, LLVMOpcode op, uint32_t bits, const ir_value *a, const ir_value *b, ir_value *out);
bool long_is(LLVMTypeRef type); /* long double of x86 */
void long_binary(struct lower *l, LLVMOpcode op, const ir_value *a, const ir_value *b, ir_value *out);
void long_negate(struct lower *l, const ir_value *a, ir_value *out);
ir_value long_compare(struct lower *l, LLVMRealPredicate predicate, const ir_value *a, const ir_value *b);
ir_value *long_cast(struct lower *l, LLVMValueRef v, LLVMOpcode op);
ir_value wide_compare(struct lower *l, LLVMIntPredicate predicate, uint32_t bits, const ir_value *a, const ir_value *b);
#endif
