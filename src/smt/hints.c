/* What others know: tests that follow the path, and contradictions found in an earlier version (struct smt_hints).

   As long as a test follows the path, its bytes are the current model, so a decision goes the way that the test goes. A
   side for which there is a test is possible: evaluation says so, nobody is asked. */
#include <string.h>

#include "smt/inside.h"

void smt_set_hints(struct smt *smt, const struct smt_hints *hints) { smt->hints = *hints; }

void hints_align(struct smt *smt) {
  const struct smt_hints *a = &smt->hints;
  const uint8_t *model = a->context ? a->model(a->context) : NULL;
  if (!model || !smt->nvars || !memcmp(model, smt->model.data, smt->nvars)) return;
  for (uint32_t v = 0; v < smt->nvars; v++)
    if (smt->model.data[v] != model[v]) model_set(smt, v, model[v]);
}

enum smt_answer hints_ask(struct smt *smt, sym_id condition) {
  const struct smt_hints *a = &smt->hints;
  const uint8_t *model = NULL;
  if (!a->context) return SMT_UNKNOWN;
  enum smt_answer answer = a->ask(a->context, condition, smt->whole, &model);
  if (answer == SMT_ELSEWHERE) smt->stats.elsewhere++;
  if (answer != SMT_SAT) return answer;
  smt->stats.by_suite++;
  smt->witness.count = 0;
  for (uint32_t v = 0; v < smt->nvars; v++)
    if (smt->model.data[v] != model[v]) vec_push(&smt->witness, ((struct assign){v, model[v]}));
  return SMT_SAT;
}

bool hints_exclude(struct smt *smt, sym_id condition) {
  const struct smt_hints *a = &smt->hints;
  if (!a->context || !a->is_impossible(a->context, condition)) return false;
  smt->stats.by_record++;
  return true;
}

void hints_learned(struct smt *smt, sym_id condition) {
  const struct smt_hints *a = &smt->hints;
  if (!a->context) return;
  smt->parts.count = 0;
  for (uint32_t i = 0; i < smt->slice.ids.count; i++)
    if (smt->in_core.data[i]) vec_push(&smt->parts, smt->slice.ids.data[i]);
  a->learned(a->context, smt->parts.data, smt->parts.count, condition);
}
