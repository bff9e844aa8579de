/* The machine: one mutable program state, executed forward by the interpreter and taken back by the trail.

   The machine runs until a path ends. Where an input decides how to go on it takes the side of the current model and leaves
   a choice behind; vm_backtrack returns to the newest choice that has a side left. What happens at a failure is the host's
   business (struct vm_host). */
#ifndef HEDDLE_VM_VM_H
#define HEDDLE_VM_VM_H
#include "explore/options.h"
#include "explore/result.h"
#include "ir/ir.h"
#include "smt/smt.h"
#include "sym/sym.h"

struct vm;

enum vm_end {
  VM_EXITED,     /* the program ended by itself */
  VM_FAILED,     /* nothing can follow the failure that was reported */
  VM_INFEASIBLE, /* an assumption excludes every continuation */
  VM_CUT,        /* a limit or an unsupported construct; the host was told why */
  VM_STOPPED,    /* the host asked to stop everything */
};

/* What the machine tells its owner. Texts live until the call returns. */
struct vm_host {
  void *context;
  /* A failure on the current path, under the solver's current model. */
  void (*failure)(void *context, enum failure_kind kind, const char *message, const char *detail);
  /* The verdict cannot be complete; the place is that of the current instruction. */
  void (*incomplete)(void *context, const char *reason);
  /* Called every few hundred thousand instructions: true to stop. */
  bool (*poll)(void *context);
  /* What the program prints: bytes that depend on inputs are shown as '?'. */
  void (*output)(void *context, int fd, const char *bytes, size_t count);
  /* Replay: the bytes of the next input of this name, or NULL to leave it symbolic. `size` bytes are read. */
  const uint8_t *(*fixed_input)(void *context, const char *name, uint32_t size, enum sym_input_kind kind);
};

struct vm *vm_open(const struct ir_program *program, const struct explore_options *options, struct sym *sym,
                   struct smt *smt, const struct vm_host *host);
void vm_close(struct vm *vm);

enum vm_end vm_run(struct vm *vm);    /* to the end of the path */
bool vm_backtrack(struct vm *vm);     /* false: no side is left, everything was explored */

/* The path that has just ended, or is failing. */
struct vm_input {
  uint32_t input; /* of sym */
  uint32_t name;  /* length of the name as the program gave it */
  uint32_t twin;  /* how many inputs of that name came before on the path */
};
uint32_t vm_inputs(const struct vm *vm);
const struct sym_input *vm_input(const struct vm *vm, uint32_t i);
uint64_t vm_path_hash(const struct vm *vm);
uint32_t vm_call_stack(const struct vm *vm, struct result_frame *frames, uint32_t max, bool with_library);
uint32_t vm_failing_ins(const struct vm *vm); /* innermost instruction of the user's code */
const char *vm_thread_name(const struct vm *vm);
uint64_t vm_depth(const struct vm *vm); /* choices that are open */

struct vm_counts {
  uint64_t instructions, choices, objects, memory_bytes;
};
struct vm_counts vm_counts(const struct vm *vm);

/* Names and headers of the functions that the interpreter itself provides, for --list-library. */
uint32_t vm_builtin_count(void);
const char *vm_builtin_name(uint32_t i);
#endif
