/* The intermediate representation: a register machine in flat arrays, addressed by 32-bit indices, that can be
   written to a file and read back as it is.

   Every register and constant is a scalar of 1 to 64 bits; values that are wider or composite in LLVM (structs,
   vectors, 128-bit integers) occupy consecutive registers. A value of width w keeps its upper 64 - w bits zero.
   Registers are local to an activation of a function; parameters are registers 0 .. nparams-1. An instruction is known
   by its index in the whole program, and so is a block. */
#ifndef HEDDLE_IR_IR_H
#define HEDDLE_IR_IR_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum ir_op {
#define OP(name, ...) IR_##name,
#include "ir/ops.def"
#undef OP
  IR_OP_COUNT
};

/* The columns of ops.def, which says what the names mean. */
enum ir_class {
  IR_CLASS_PURE,
  IR_CLASS_FLOAT,
  IR_CLASS_MEM,
  IR_CLASS_SYNC,
  IR_CLASS_FLOW,
  IR_CLASS_CALL,
  IR_CLASS_MISC
};

/* Two bits for the memory at a, two for that at b, and how much it is. */
enum { IR_READS = 1, IR_WRITES = 2, IR_SCALAR = 16, IR_BLOCK = 32 };
enum ir_access {
  IR_ACCESS_NONE = 0,
  IR_ACCESS_READ = IR_READS | IR_SCALAR,
  IR_ACCESS_WRITE = IR_WRITES | IR_SCALAR,
  IR_ACCESS_UPDATE = IR_READS | IR_WRITES | IR_SCALAR,
  IR_ACCESS_COPY = IR_WRITES | IR_READS << 2 | IR_BLOCK,
  IR_ACCESS_FILL = IR_WRITES | IR_BLOCK,
  IR_ACCESS_LIST = IR_WRITES,
};

enum ir_fails {
  IR_FAILS_NEVER,
  IR_FAILS_DIVISION,
  IR_FAILS_OVERFLOW,
  IR_FAILS_SHIFT,
  IR_FAILS_UNWRITTEN,
  IR_FAILS_ACCESS,
  IR_FAILS_SIZE,
  IR_FAILS_CALL,
  IR_FAILS_ALWAYS
};

enum ir_pointers {
  IR_POINTERS_NONE,
  IR_POINTERS_SAME,
  IR_POINTERS_CHOICE,
  IR_POINTERS_SUM,
  IR_POINTERS_DIFFERENCE,
  IR_POINTERS_ELEMENT,
  IR_POINTERS_MASK,
  IR_POINTERS_MIX,
  IR_POINTERS_REMAINDER,
  IR_POINTERS_NUMBER,
  IR_POINTERS_MEMORY,
  IR_POINTERS_OBJECT,
  IR_POINTERS_CALL,
  IR_POINTERS_RETURN
};

enum ir_address {
  IR_ADDRESS_NONE,
  IR_ADDRESS_EQUALITY,
  IR_ADDRESS_ORDER,
  IR_ADDRESS_DIFFERENCE,
  IR_ADDRESS_SUM,
  IR_ADDRESS_EXCHANGE,
  IR_ADDRESS_BITS,
  IR_ADDRESS_REMAINDER,
  IR_ADDRESS_NUMBER
};

struct ir_op_info {
  const char *text;
  const char *shape, *widths;
  enum ir_class class;
  enum ir_op like;
  enum ir_access access;
  enum ir_fails fails;
  enum ir_pointers pointers;
  enum ir_address address;
};
extern const struct ir_op_info ir_ops[IR_OP_COUNT];

/* What an operation does to memory through addresses in its operands. A call is none of these: its callee is. */
static inline unsigned ir_access_at(enum ir_op op, unsigned operand) { /* IR_READS, IR_WRITES; operand 0 is a, 1 is b */
  return (unsigned)ir_ops[op].access >> 2 * operand & (IR_READS | IR_WRITES);
}
static inline bool ir_op_reads(enum ir_op op) { return (ir_access_at(op, 0) | ir_access_at(op, 1)) & IR_READS; }
static inline bool ir_op_writes(enum ir_op op) { return ir_access_at(op, 0) & IR_WRITES; }
static inline bool ir_op_updates(enum ir_op op) { return ir_ops[op].access == IR_ACCESS_UPDATE; }
static inline bool ir_op_is_scalar_access(enum ir_op op) { return ir_ops[op].access & IR_SCALAR; }
static inline bool ir_op_is_block_access(enum ir_op op) { return ir_ops[op].access & IR_BLOCK; }
static inline bool ir_op_is_atomic(enum ir_op op) { return ir_ops[op].class == IR_CLASS_SYNC; } /* whatever its flags */
static inline bool ir_op_is_call(enum ir_op op) { return ir_ops[op].class == IR_CLASS_CALL; }
/* Its extra operands are values, not blocks. */
static inline bool ir_op_has_list(enum ir_op op) { return ir_ops[op].shape[3] == 'x' && op != IR_SWITCH; }

/* A value operand: a register if >= 0, else constant ~value of the program's pool. */
typedef int32_t ir_value;
static inline bool ir_is_const(ir_value v) { return v < 0; }
static inline ir_value ir_const_value(uint32_t index) { return (ir_value)~index; }
static inline uint32_t ir_const_index(ir_value v) { return (uint32_t)~v; }

#define IR_NONE UINT32_MAX

enum ir_flag {
  IR_NSW = 1,           /* add/sub/mul/shl: signed overflow is undefined; neg too */
  IR_NUW = 2,           /* unsigned overflow is undefined */
  IR_COUNTED = 2,       /* alloca/undef: of the program's own text, so that a native version has it too; see fill.c */
  IR_FAIL_ACQUIRES = 1, /* cmpxchg: acquires also where it fails; else it is relaxed there */
  IR_VOLATILE = 4,      /* load/store/rmw/cmpxchg */
  IR_ATOMIC = 8,        /* load/store of an _Atomic object; always set on rmw, cmpxchg */
  IR_WEAK = 16,         /* cmpxchg that may fail spuriously */
  IR_RAW =
      16, /* load of more than the program reads: a word with bit-fields, a struct as it is passed, with its padding */
  IR_ORDER = 0xe0, /* three bits: enum ir_order << 5 */
};
enum ir_order { IR_RELAXED = 1, IR_ACQUIRE, IR_RELEASE, IR_ACQ_REL, IR_SEQ_CST };

enum ir_rmw {
  IR_RMW_XCHG,
  IR_RMW_ADD,
  IR_RMW_SUB,
  IR_RMW_AND,
  IR_RMW_NAND,
  IR_RMW_OR,
  IR_RMW_XOR,
  IR_RMW_MAX,
  IR_RMW_MIN,
  IR_RMW_UMAX,
  IR_RMW_UMIN
};

enum ir_fmath {
  IR_FM_FABS,
  IR_FM_SQRT,
  IR_FM_FLOOR,
  IR_FM_CEIL,
  IR_FM_TRUNC,
  IR_FM_RINT,
  IR_FM_ROUND,
  IR_FM_ROUNDEVEN,
  IR_FM_SIN,
  IR_FM_COS,
  IR_FM_TAN,
  IR_FM_EXP,
  IR_FM_EXP2,
  IR_FM_LOG,
  IR_FM_LOG2,
  IR_FM_LOG10,
  /* of two operands */
  IR_FM_COPYSIGN,
  IR_FM_MINNUM,
  IR_FM_MAXNUM,
  IR_FM_POW,
  IR_FM_ATAN2
};

/* What __heddle_long, which the interpreter provides, computes with numbers of 80 bits. */
enum ir_long {
  IR_LONG_ADD,
  IR_LONG_SUB,
  IR_LONG_MUL,
  IR_LONG_DIV,
  IR_LONG_REM,
  IR_LONG_COMPARE,
  IR_LONG_OF_FLOAT,
  IR_LONG_OF_DOUBLE,
  IR_LONG_OF_SIGNED,
  IR_LONG_OF_UNSIGNED,
  IR_LONG_TO_FLOAT,
  IR_LONG_TO_DOUBLE,
  IR_LONG_TO_SIGNED,
  IR_LONG_TO_UNSIGNED,
};

struct ir_ins {
  uint16_t op;   /* enum ir_op */
  uint8_t width; /* 1..64, 0 where it means nothing */
  uint8_t flags; /* enum ir_flag */
  uint32_t dst;  /* first result register, or IR_NONE */
  int32_t a, b, c;
  uint32_t loc; /* index of struct ir_loc; 0 is "nowhere" */
};

struct ir_block {
  uint32_t first; /* instruction */
  uint32_t count;
  uint32_t name; /* string */
};

enum ir_function_flag {
  IR_FN_DEFINED = 1, /* has a body; otherwise external or built into the interpreter */
  IR_FN_VARIADIC = 2,
  IR_FN_LIBRARY = 4, /* comes from the runtime library: reports speak of its caller */
  IR_FN_NORETURN = 8,
  IR_FN_ATOMIC = 16, /* executes without interleaving: __VERIFIER_atomic_* */
};

struct ir_function {
  uint32_t name; /* string */
  uint32_t flags;
  uint32_t first_block, nblocks; /* the entry is the first one */
  uint32_t first_ins, nins;
  uint32_t first_reg, nregs; /* range in regs[]: names and widths */
  uint32_t nparams;          /* fixed parameters, in registers */
  uint32_t nresults;         /* registers a return fills */
  uint32_t loc;              /* of the definition */
};

struct ir_reg {
  uint32_t name; /* string; 0 if none */
  uint32_t width;
  /* An address: byte `at` of types[pointee], which may be one of several behind each other; 0: not known. With
     `indexed` an element of an array in it, `at` being that of the first one. */
  uint32_t pointee, at, indexed;
};

/* Types of the source, for reports only: nothing that is executed depends on them. types[0] is the unknown type. */
enum ir_type_kind { IR_TYPE_SCALAR, IR_TYPE_RECORD, IR_TYPE_ARRAY };

struct ir_type {
  uint32_t kind;                   /* enum ir_type_kind */
  uint32_t name;                   /* string: tag of the record, or the name of its typedef */
  uint64_t size;                   /* bytes */
  uint32_t first_member, nmembers; /* record: structure or union */
  uint32_t element;                /* array: type of its elements, whose number follows from the sizes */
};

struct ir_member {
  uint32_t name; /* string; empty: its own members are named as if they stood here */
  uint32_t type;
  uint64_t offset;
};

enum ir_const_kind {
  IR_CONST_INT,    /* value */
  IR_CONST_GLOBAL, /* address of globals[symbol] + value */
  IR_CONST_FUNC,   /* address of functions[symbol] */
};

struct ir_const {
  uint64_t value;
  uint32_t symbol;
  uint16_t kind;
  uint16_t width;
};

enum ir_global_flag {
  IR_GLOBAL_CONST = 1,   /* writing it is a failure */
  IR_GLOBAL_TLS = 2,     /* one object per thread */
  IR_GLOBAL_LIBRARY = 4, /* of the runtime library */
  IR_GLOBAL_EXTERN = 8,  /* declared but defined nowhere */
};

struct ir_global {
  uint32_t name; /* string */
  uint32_t flags;
  uint64_t size;
  uint32_t align;
  uint32_t loc;
  uint32_t type; /* of the source; 0: not known */
  uint64_t init; /* offset in data[] of size bytes, or UINT64_MAX: all zero */
  uint32_t first_reloc, nrelocs;
};

/* Pointers inside initialisers: the pointer-sized word at `offset` is the address of the symbol plus addend. */
struct ir_reloc {
  uint64_t offset;
  int64_t addend;
  uint32_t symbol;
  uint32_t kind; /* IR_CONST_GLOBAL or IR_CONST_FUNC */
};

struct ir_loc {
  uint32_t file; /* string */
  uint32_t line, column;
  uint32_t inlined_at; /* location of the call this was inlined from, or 0 */
};

/* The arrays of a program, one row each: type, name. One list serves the struct, saving, loading and freeing.

   The last three are empty, or say by which numbers the parts of the program are known to what was learned about an
   earlier version (check/stable_ids.h): ids of instructions, ids of functions, slots of globals, each with one more at
   the end, the first that was never given to any. */
#define IR_ARRAYS(ROW)                                                                                                 \
  ROW(struct ir_function, functions)                                                                                   \
  ROW(struct ir_block, blocks)                                                                                         \
  ROW(struct ir_ins, ins)                                                                                              \
  ROW(int32_t, extra)                                                                                                  \
  ROW(struct ir_reg, regs)                                                                                             \
  ROW(struct ir_const, consts)                                                                                         \
  ROW(struct ir_global, globals)                                                                                       \
  ROW(struct ir_reloc, relocs)                                                                                         \
  ROW(struct ir_loc, locs)                                                                                             \
  ROW(struct ir_type, types)                                                                                           \
  ROW(struct ir_member, members)                                                                                       \
  ROW(uint32_t, ctors)                                                                                                 \
  ROW(uint32_t, dtors)                                                                                                 \
  ROW(uint8_t, data)                                                                                                   \
  ROW(char, text)                                                                                                      \
  ROW(uint32_t, ids)                                                                                                   \
  ROW(uint32_t, function_ids)                                                                                          \
  ROW(uint32_t, global_slots)

/* Where the text of source files is, if it is not where their names say: they are a revision's. Not part of the saved
   form. */
struct ir_sources {
  char *root;      /* NULL: the names are right; else absolute */
  char *shown;     /* the absolute directory that stands for root in names */
  char *directory; /* where relative names start */
};

struct ir_program {
  struct ir_sources sources;
  uint32_t pointer_bits; /* 32 or 64 */
  uint32_t entry;        /* function to start with */
#define ROW(type, name)                                                                                                \
  type *name;                                                                                                          \
  uint64_t n##name;
  IR_ARRAYS(ROW)
#undef ROW
};

static inline const char *ir_text(const struct ir_program *p, uint32_t string) { return p->text + string; }
/* How many registers, from dst on, an instruction writes. */
static inline uint32_t ir_result_count(const struct ir_ins *ins) {
  char shape = ir_ops[ins->op].shape[0];
  if (ins->dst == IR_NONE || shape == '-') return 0;
  return shape == 'p' ? 2 : shape == 'm' ? ins->width : 1;
}
static inline uint32_t ir_id(const struct ir_program *p, uint32_t ins) { return p->nids ? p->ids[ins] : ins; }
static inline uint32_t ir_function_id(const struct ir_program *p, uint32_t f) {
  return p->nfunction_ids ? p->function_ids[f] : f;
}
/* One more than the largest id of a function. */
static inline uint32_t ir_function_id_limit(const struct ir_program *p) {
  return ir_function_id(p, (uint32_t)p->nfunctions);
}
static inline const struct ir_function *ir_function_of(const struct ir_program *p, uint32_t ins);
char *ir_source_file(const struct ir_program *p, const char *name); /* path of its text; freed by the caller */
char *ir_shown_file(const struct ir_program *p, const char *path);  /* the other way, absolute; freed by the caller */
const char *ir_fmath_name(int32_t function);                        /* of enum ir_fmath */
uint32_t ir_find_function(const struct ir_program *p, const char *name); /* index or IR_NONE */
/* What the interpreter calls by itself, by its name: behind main, and to start a thread. The program may have its own.
 */
enum { IR_OWN_CALLS = 2 };
extern const char *const ir_own_calls[IR_OWN_CALLS];

/* How the source writes the part of `size` bytes at `offset` in an object of that type: ".queue.items[2]"; "" for the
   whole. With `any` an element of an array is "[]". False: the type does not tell. */
bool ir_part_name(const struct ir_program *p, uint32_t type, uint64_t offset, uint64_t size, bool any, char *text,
                  size_t capacity);

/* May this instruction be visible to other threads? Loads, stores, block and atomic operations, and calls of thread
   functions, in functions that are not of the library. */
bool ir_is_hook(const struct ir_program *p, const struct ir_ins *ins);
bool ir_function_is_hook(const struct ir_program *p, uint32_t function); /* calls of it are */

/* Saved form: written to and read from a file descriptor or a block of memory. ir_load returns NULL with a static
  message in why when the block is not a whole, well-formed program (ir_verify is part of it). */
bool ir_save(const struct ir_program *p, int fd);
struct ir_program *ir_load(const void *image, size_t bytes, const char **why);
void ir_free(struct ir_program *p);

/* NULL if every index is in range, every block ends in one FLOW instruction and has no other, operands fit
   their shape and widths their op; else a static message, *where the instruction. */
const char *ir_verify(const struct ir_program *p, uint32_t *where);

/* Numbers of an earlier version for so many things: each below the one at the end. */
bool ir_numbers_fit(const uint32_t *numbers, uint64_t things);

void ir_print(const struct ir_program *p, FILE *out);
void ir_print_function(const struct ir_program *p, uint32_t function, FILE *out);
void ir_print_ins(const struct ir_program *p, uint32_t function, uint32_t ins, FILE *out);

static inline const struct ir_function *ir_function_of(const struct ir_program *p, uint32_t ins) {
  uint32_t low = 0,
           high = (uint32_t)p->nfunctions; /* bodies lie in order; externals have nins == 0 and first_ins as next */
  while (high - low > 1) {
    uint32_t mid = (low + high) / 2;
    if (p->functions[mid].first_ins <= ins) low = mid;
    else high = mid;
  }
  while (low > 0 && p->functions[low].nins == 0) low--;
  return &p->functions[low];
}
#endif
