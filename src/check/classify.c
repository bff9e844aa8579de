/* New, old and fixed: failures of the two versions, put side by side. One program point and kind is one failure; the point is known by
   its instruction, which has a partner in the other version or none. */
#include "check/classify.h"

#include <string.h>

#include "check/inside.h"

static uint32_t partner_of(const struct change *change, const struct saved_site *site) {
  uint32_t ins = saved_site_find(change->old.program, site);
  return ins == IR_NONE ? IR_NONE : change->old.ins[ins];
}

/* A leak is told from others of its place by its message, as where it is found. A race is one pair of places, either way round. */
static bool is_same(const struct change *change, const struct saved_failure *old, const struct result_failure *new) {
  if (old->kind != new->kind) return false;
  uint32_t site = partner_of(change, &old->site);
  if (new->kind == FAILURE_LEAK && strcmp(old->message, new->message)) return false;
  if (new->kind != FAILURE_RACE) return site == new->site && site != IR_NONE;
  uint32_t other = old->nfurther ? partner_of(change, &old->further[0]) : IR_NONE;
  return (site == new->site && other == new->other_site) || (site == new->other_site && other == new->site);
}

bool classify_was_old(const struct change *change, const struct saved_result *old, const struct result_failure *new) {
  for (uint32_t i = 0; i < old->nfailures; i++)
    if (!old->failures[i].warning && is_same(change, &old->failures[i], new)) return true;
  return false;
}

static bool is_still_there(const struct work *w, const struct saved_failure *old) {
  const struct result *result = &w->check->result;
  for (uint32_t i = 0; i < result->failures.count; i++)
    if (is_same(w->check->change, old, &result->failures.data[i])) return true;
  return false;
}

static struct result_frame frame_of(struct result *result, const struct ir_program *p, uint32_t ins) {
  const struct ir_loc *loc = &p->locs[p->ins[ins].loc];
  return (struct result_frame){.function = result_text(result, "%s", ir_text(p, ir_function_of(p, ins)->name)),
                               .file = result_text(result, "%s", ir_text(p, loc->file)), .line = loc->line, .column = loc->column};
}

static struct result_frame *frames_of(struct result *result, const struct ir_program *p, uint32_t ins, uint32_t *count) {
  if (ins == IR_NONE) return NULL;
  struct result_frame *frames = arena_alloc(&result->memory, sizeof *frames);
  *frames = frame_of(result, p, ins);
  *count = 1;
  return frames;
}

/* A failure of the old version, shown in `program`, where it is at `ins`. */
static struct result_failure shown(struct result *result, const struct ir_program *program, const struct saved_failure *old, uint32_t ins) {
  struct result_failure f = {.kind = old->kind, .message = result_text(result, "%s", old->message), .site = ins,
                             .thread = result_text(result, "%s", old->thread), .was_old = true, .other_site = IR_NONE};
  f.frames = frames_of(result, program, ins, &f.nframes);
  return f;
}

/* The other access of a race, and where threads wait in a deadlock, in the new version. */
static void add_further(struct work *w, const struct saved_failure *old, struct result_failure *f) {
  struct result *result = &w->check->result;
  if (old->kind == FAILURE_RACE && old->nfurther) {
    f->other_site = partner_of(w->check->change, &old->further[0]);
    f->other_frames = frames_of(result, w->request->new, f->other_site, &f->other_nframes);
  }
  if (old->kind != FAILURE_DEADLOCK) return;
  f->sites = arena_alloc(&result->memory, (old->nfurther + 1) * sizeof *f->sites);
  for (uint32_t i = 0; i < old->nfurther; i++) f->sites[f->nsites++] = partner_of(w->check->change, &old->further[i]);
}

void classify_failures(struct work *w) {
  struct check *c = w->check;
  for (uint32_t i = 0; i < c->result.failures.count; i++)
    c->result.failures.data[i].was_old = classify_was_old(c->change, &c->old, &c->result.failures.data[i]);
  if (c->result.reasons.count) return; /* what was not found may still be there */
  for (uint32_t i = 0; i < c->old.nfailures; i++) {
    const struct saved_failure *old = &c->old.failures[i];
    if (old->warning || is_still_there(w, old)) continue;
    uint32_t ins = saved_site_find(w->request->old, &old->site);
    vec_push(&c->fixed, shown(&c->result, w->request->old, old, ins));
  }
}

void classify_unchanged(struct work *w) {
  struct check *c = w->check;
  struct result *result = &c->result;
  for (uint32_t i = 0; i < c->old.nfailures; i++) {
    const struct saved_failure *old = &c->old.failures[i];
    struct result_failure f = shown(result, w->request->new, old, partner_of(c->change, &old->site));
    add_further(w, old, &f);
    if (old->warning) vec_push(&result->warnings, f);
    else vec_push(&result->failures, f);
  }
  for (uint32_t i = 0; i < c->old.nreasons; i++) result_add_reason(result, result_text(result, "%s", c->old.reasons[i]));
  result->verdict = result->failures.count ? VERDICT_UNSAFE : result->reasons.count ? VERDICT_INCOMPLETE : VERDICT_SAFE;
}
