/* Questions about functions of the mathematical library: sin(x) < 0.5.

   Z3 does not know them. It is asked with any number in the place of each call, so that "unsat" holds all the same; a
   model is believed only if evaluation confirms it. If it does not, the question is asked once more with the arguments
   of the calls as they are in the current model, whose results are numbers then. */
#include <string.h>

#include "smt/inside.h"

/* In constraints and condition, with the terms that they are made of. */
static void find_calls(struct smt *smt, sym_id root, struct map *seen, id_vec *calls) {
  struct sym *s = smt->sym;
  id_vec stack = {0};
  uint32_t ignored, count;
  vec_push(&stack, root);
  while (stack.count) {
    sym_id a = vec_pop(&stack);
    if (!a || !sym_has_library(s, a) || map_get(seen, a, &ignored)) continue;
    map_put(seen, a, 1);
    if (sym_op_of(s, a) == SYM_FMATH) vec_push(calls, a);
    for (unsigned i = 0; i < 3; i++) vec_push(&stack, sym_operand(s, a, i));
    if (sym_op_of(s, a) != SYM_READ) continue;
    const sym_id *elements = sym_table_elements(s, sym_first(s, a), &count);
    for (uint32_t i = 0; i < count; i++) vec_push(&stack, elements[i]);
  }
  vec_free(&stack);
}

static void pin(struct smt *smt, sym_id a, id_vec *constraints) {
  struct sym *s = smt->sym;
  sym_id same = sym_binary(s, SYM_EQ, a, sym_const(s, model_eval(smt, a), sym_width(s, a)));
  if (!sym_is_const(s, same, NULL)) vec_push(constraints, same);
}

bool library_in(const struct smt *smt, const sym_id *constraints, uint32_t count, sym_id condition) {
  bool any = sym_has_library(smt->sym, condition);
  for (uint32_t i = 0; i < count && !any; i++) any = sym_has_library(smt->sym, constraints[i]);
  return any;
}

bool library_asked(const struct smt *smt, sym_id condition) {
  return library_in(smt, smt->slice.ids.data, smt->slice.ids.count, condition);
}

void library_pins(struct smt *smt, sym_id condition, id_vec *constraints) {
  id_vec calls = {0};
  struct map seen = {0};
  find_calls(smt, condition, &seen, &calls);
  for (uint32_t i = 0; i < smt->slice.ids.count; i++) {
    find_calls(smt, smt->slice.ids.data[i], &seen, &calls);
    vec_push(constraints, smt->slice.ids.data[i]);
  }
  for (uint32_t i = 0; i < calls.count; i++) {
    pin(smt, sym_operand(smt->sym, calls.data[i], 0), constraints);
    pin(smt, sym_operand(smt->sym, calls.data[i], 1), constraints);
    pin(smt, calls.data[i], constraints);
  }
  vec_free(&calls);
  map_free(&seen);
}
