/* Schedules that no native run can follow exactly: they let another thread go on in the middle of a function of the
   library, which natively is the C library's own and happens as a whole, at its first step.

   In: the lowered program, a test. Out: the function that the user's code called, or NULL. Mostly the order inside
   makes no difference; so this only explains why a replay did not end as recorded. */
#include <string.h>

#include "explore/schedule.h"
#include "replay/native.h"

static bool is_inside(const struct ir_program *program, const struct schedule_step *step) {
  return step->ins < program->nins && ir_function_of(program, step->ins)->flags & IR_FN_LIBRARY;
}

/* Steps inside one call have the same ordinal. */
static bool goes_on(const schedule_steps *steps, uint32_t at) {
  const struct schedule_step *step = &steps->data[at];
  for (uint32_t i = at + 1; i < steps->count; i++) {
    const struct schedule_step *next = &steps->data[i];
    if (strcmp(next->thread, step->thread)) continue;
    return i > at + 1 && next->ordinal == step->ordinal;
  }
  return false;
}

const char *native_interrupted(const struct ir_program *program, const char *file) {
  struct ktest test;
  schedule_steps steps = {0};
  const char *why, *name = NULL;
  uint32_t line;
  if (!ktest_read(file, &test, &why)) return NULL;
  if (schedule_decode(&test, &steps, &line))
    for (uint32_t i = 0; i < steps.count && !name; i++)
      if (is_inside(program, &steps.data[i]) && goes_on(&steps, i))
        name = ir_text(program, ir_function_of(program, steps.data[i].ins)->name);
  vec_free(&steps);
  ktest_free(&test);
  return name;
}
