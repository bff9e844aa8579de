/* The current model, and models of earlier paths as candidate answers: a candidate counts only after evaluation of the
   question and its slice under it. How many candidates are tried follows from how often they helped. */
#include <string.h>

#include "smt/inside.h"

void model_sync(struct smt *smt) {
  uint32_t n = sym_variables(smt->sym);
  if (n > smt->nvars) {
    smt->nvars = n;
    while (smt->model.count < n + 8) vec_push(&smt->model, 0);
    while (smt->heads.count < n) vec_push(&smt->heads, 0);
  }
  uint32_t terms = (uint32_t)sym_count(smt->sym) + 1;
  if (smt->position.count < terms) {
    vec_reserve(&smt->position, terms);
    memset(smt->position.data + smt->position.count, 0,
           (smt->position.capacity - smt->position.count) * sizeof(uint32_t));
    smt->position.count = smt->position.capacity;
  }
}

uint64_t model_eval(struct smt *smt, sym_id a) {
  if (!smt->model_epoch) smt->model_epoch = sym_epoch(smt->sym);
  return sym_eval_in(smt->sym, smt->model_epoch, a, smt->model.data, smt->model.count);
}

void model_undo(struct smt *smt, uint32_t trail) {
  if (smt->trail.count > trail) smt->model_epoch = 0;
  while (smt->trail.count > trail) {
    struct assign old = vec_pop(&smt->trail);
    smt->model.data[old.variable] = old.value;
  }
}

static bool meets_slice(struct smt *smt, sym_id condition) {
  if (!model_eval(smt, condition)) return false;
  for (uint32_t i = 0; i < smt->slice.ids.count; i++)
    if (!model_eval(smt, smt->slice.ids.data[i])) return false;
  return true;
}

bool model_try(struct smt *smt, sym_id condition, uint32_t trail) {
  bool good = meets_slice(smt, condition);
  if (good) {
    smt->witness.count = 0; /* a variable set twice appears twice, with its last value */
    for (uint32_t i = trail; i < smt->trail.count; i++) {
      uint32_t v = smt->trail.data[i].variable;
      vec_push(&smt->witness, ((struct assign){v, smt->model.data[v]}));
    }
  }
  model_undo(smt, trail);
  return good;
}

/* -- models of earlier paths --------------------------------------------------------------------------------------- */

/* Moves model i to the front. */
static void promote(struct old_models *old, uint32_t i) {
  assign_vec model = old->model[i];
  memmove(old->model + 1, old->model, i * sizeof *old->model);
  old->model[0] = model;
}

static bool try_one(struct smt *smt, const struct assign *values, uint32_t count, sym_id condition) {
  uint32_t trail = smt->trail.count;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t v = values[i].variable;
    bool in_slice = v < smt->slice.variable_stamp.count && smt->slice.variable_stamp.data[v] == smt->slice.stamp;
    if (in_slice && smt->model.data[v] != values[i].value) model_set(smt, v, values[i].value);
  }
  return smt->trail.count > trail && model_try(smt, condition, trail);
}

/* Every 256 tries: more candidates if one in sixteen helped, fewer if hardly any did. */
static void adapt(struct old_models *old) {
  if (old->tries < 256) return;
  if (old->hits * 16 >= old->tries) old->width = OLD_MODELS;
  else old->width = old->hits * 128 >= old->tries ? OLD_MODELS / 3 : 2;
  old->tries = old->hits = 0;
}

bool old_try(struct smt *smt, sym_id condition) {
  struct old_models *old = &smt->old;
  uint32_t limit = old->width ? old->width : OLD_MODELS;
  adapt(old);
  for (uint32_t i = 0; i < old->count && i < limit; i++) {
    old->tries++;
    if (!try_one(smt, old->model[i].data, old->model[i].count, condition)) continue;
    old->hits++;
    promote(old, i);
    return true;
  }
  return false;
}

void old_add(struct smt *smt, const struct assign *values, uint32_t count) {
  struct old_models *old = &smt->old;
  if (old->count < OLD_MODELS) old->count++;
  assign_vec *slot = &old->model[old->count - 1];
  slot->count = 0;
  for (uint32_t i = 0; i < count; i++) vec_push(slot, values[i]);
  promote(old, old->count - 1);
}

void old_free(struct old_models *old) {
  for (uint32_t i = 0; i < OLD_MODELS; i++) vec_free(&old->model[i]);
}
