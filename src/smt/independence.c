/* Independence: the constraints that share variables with a question, directly or through others. The rest of the path
   cannot change the answer, and a witness leaves its variables alone. */
#include <string.h>

#include "smt/inside.h"

static void reach_variable(struct slice *s, uint32_t v) {
  if (s->variable_stamp.data[v] == s->stamp) return;
  s->variable_stamp.data[v] = s->stamp;
  vec_push(&s->variables, v);
}

static void reach_term(struct smt *smt, sym_id term) {
  uint32_t n;
  const uint32_t *support = sym_support(smt->sym, term, &n);
  for (uint32_t i = 0; i < n; i++) reach_variable(&smt->slice, support[i]);
}

static void reach_constraints(struct smt *smt, uint32_t variable) {
  struct slice *s = &smt->slice;
  for (uint32_t l = smt->heads.data[variable]; l; l = smt->links.data[l - 1].next) {
    uint32_t c = smt->links.data[l - 1].constraint;
    if (s->constraint_stamp.data[c] == s->stamp) continue;
    s->constraint_stamp.data[c] = s->stamp;
    vec_push(&s->constraints, c);
    vec_push(&s->ids, smt->path.data[c]);
    reach_term(smt, smt->path.data[c]);
  }
}

static int ascending(const void *x, const void *y) {
  sym_id a = *(const sym_id *)x, b = *(const sym_id *)y;
  return a < b ? -1 : a > b;
}

void independence_slice(struct smt *smt, sym_id condition) {
  struct slice *s = &smt->slice;
  s->stamp++;
  s->constraints.count = s->ids.count = s->variables.count = 0;
  while (s->variable_stamp.count < smt->nvars) vec_push(&s->variable_stamp, 0);
  while (s->constraint_stamp.count < smt->path.count) vec_push(&s->constraint_stamp, 0);
  reach_term(smt, condition);
  for (uint32_t i = 0; i < s->variables.count; i++) reach_constraints(smt, s->variables.data[i]);
  if (s->ids.count > 1) qsort(s->ids.data, s->ids.count, sizeof *s->ids.data, ascending);
  smt->stats.sliced += smt->path.count - s->ids.count;
}

void independence_free(struct slice *s) {
  vec_free(&s->constraints), vec_free(&s->ids), vec_free(&s->variables);
  vec_free(&s->variable_stamp), vec_free(&s->constraint_stamp);
}
