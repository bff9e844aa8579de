/* Which instructions may be visible to other threads: the one place that says so, for the interpreter (which numbers
   their executions), the static analyses and the instrumentation of native replay alike. */
#include <string.h>

#include "ir/ir.h"

static bool is_thread_function(const char *name) {
  static const char *const prefixes[] = {"pthread_", "sem_", "mtx_",      "cnd_",
                                         "thrd_",    "tss_", "call_once", "__VERIFIER_atomic_"};
  for (unsigned i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(name, prefixes[i], strlen(prefixes[i]))) return true;
  return false;
}

bool ir_function_is_hook(const struct ir_program *p, uint32_t function) {
  return is_thread_function(ir_text(p, p->functions[function].name));
}

bool ir_is_hook(const struct ir_program *p, const struct ir_ins *ins) {
  if (ins->op == IR_CALL) return ir_function_is_hook(p, (uint32_t)ins->a);
  return ir_op_is_scalar_access(ins->op) || ir_op_is_block_access(ins->op);
}
