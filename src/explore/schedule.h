/* Schedules as text: one line per visible operation, in order:

     THREAD INSTRUCTION KIND ORDINAL WOKEN

   THREAD is the thread's name (main, main.1, main.1.2); INSTRUCTION its number in the program; KIND as in
   vm_operation_text with '-' for blanks; ORDINAL how many instructions of ir_is_hook the thread had executed in the
   user's code before, which is how a native run recognises the place; WOKEN the thread that a signal woke, else "-". */
#ifndef HEDDLE_EXPLORE_SCHEDULE_H
#define HEDDLE_EXPLORE_SCHEDULE_H
#include "dpor/dpor.h"
#include "suite/ktest.h"
#include "util/vec.h"
#include "vm/vm.h"

/* The current run; NULL if it has only one thread. Freed by the caller. */
char *schedule_encode(const struct vm *vm, const struct dpor *dpor);

struct schedule_step {
  char thread[120], woken[120]; /* woken: "" if nobody */
  uint32_t ins;
  enum vm_operation kind;
  uint64_t ordinal;
};
typedef VEC(struct schedule_step) schedule_steps;
/* False if the test has no schedule or it is not well formed; then *line says where (0: there is none). */
bool schedule_decode(const struct ktest *test, schedule_steps *steps, uint32_t *line);

/* A step that was taken. Of a signal, the operation knows afterwards whom it woke. */
struct schedule_done {
  uint32_t thread;
  struct vm_op op;
};
typedef VEC(struct schedule_done) schedule_taken;
/* The same text for steps that were taken. */
char *schedule_encode_done(const struct vm *vm, const struct schedule_done *steps, uint32_t count);
#endif
