/* New, old and fixed: failures of the two versions, put side by side. One program point and kind is one failure; the
   point is known by its instruction, which has a match in the other version or none. */
#include "check/classify.h"

#include <string.h>

#include "check/inside.h"
#include "explore/follow.h"
#include "util/assert.h"

static uint32_t match_of(const struct change *change, const struct saved_site *site) {
  uint32_t ins = saved_site_find(change->old.program, site);
  return ins == IR_NONE ? IR_NONE : change->old.ins[ins];
}

/* Two lines race once, whichever accesses of them are named. */
static uint64_t line_of(const struct ir_program *p, uint32_t ins) {
  const uint64_t no_line = (uint64_t)1 << 63;
  if (ins == IR_NONE) return no_line | ins;
  const struct ir_loc *loc = &p->locs[p->ins[ins].loc];
  return loc->line ? (uint64_t)loc->file << 32 | loc->line : no_line | ins;
}

struct failure_point classify_point(const struct ir_program *p, enum failure_kind kind, uint32_t site, uint32_t other,
                                    const char *message) {
  if (failure_rows[kind].apart != FAILURE_BY_OTHER) return failure_point(kind, site, 0, message);
  return failure_point(kind, line_of(p, site), line_of(p, other), message);
}

bool classify_is_same(const struct change *change, const struct saved_failure *old, const struct result_failure *new) {
  const struct ir_program *p = change->new.program;
  uint32_t site = match_of(change, &old->site), other = old->nfurther ? match_of(change, &old->further[0]) : IR_NONE;
  struct failure_point a = classify_point(p, old->kind, site, other, old->message);
  struct failure_point b = classify_point(p, new->kind, new->site, new->other_site, new->message);
  bool found = site != IR_NONE || failure_rows[old->kind].apart == FAILURE_BY_OTHER;
  return found && failure_same(FAILURE_REPORTED, &a, &b);
}

bool classify_was_old(const struct change *change, const struct saved_result *old, const struct result_failure *new) {
  for (uint32_t i = 0; i < old->nfailures; i++)
    if (classify_is_same(change, &old->failures[i], new)) return true;
  return false;
}

static bool is_still_there(const struct work *w, const struct saved_failure *old) {
  const struct result *result = &w->check->result;
  for (uint32_t i = 0; i < result->failures.count; i++)
    if (classify_is_same(w->check->change, old, &result->failures.data[i])) return true;
  return false;
}

static struct result_frame frame_of(struct result *result, const struct ir_program *p, uint32_t ins) {
  const struct ir_loc *loc = &p->locs[p->ins[ins].loc];
  return (struct result_frame){.function = result_text(result, "%s", ir_text(p, ir_function_of(p, ins)->name)),
                               .file = result_text(result, "%s", ir_text(p, loc->file)),
                               .line = loc->line,
                               .column = loc->column};
}

static struct result_frame *frames_of(struct result *result, const struct ir_program *p, uint32_t ins,
                                      uint32_t *count) {
  if (ins == IR_NONE) return NULL;
  struct result_frame *frames = arena_alloc(&result->memory, sizeof *frames);
  *frames = frame_of(result, p, ins);
  *count = 1;
  return frames;
}

/* A failure of the old version, shown in `program`, where it is at `ins`. */
static struct result_failure shown(struct result *result, const struct ir_program *program,
                                   const struct saved_failure *old, uint32_t ins) {
  struct result_failure f = {.kind = old->kind,
                             .message = result_text(result, "%s", old->message),
                             .site = ins,
                             .thread = result_text(result, "%s", old->thread),
                             .age = AGE_OLD,
                             .other_site = IR_NONE};
  f.frames = frames_of(result, program, ins, &f.nframes);
  return f;
}

void classify_fixed(struct work *w) {
  struct check *c = w->check;
  if (c->result.reasons.count) return; /* what was not found may still be there */
  for (uint32_t i = 0; i < c->old.nfailures; i++) {
    const struct saved_failure *old = &c->old.failures[i];
    if (old->warning || is_still_there(w, old)) continue;
    uint32_t ins = saved_site_find(w->old, &old->site);
    vec_push(&c->fixed, shown(&c->result, w->old, old, ins));
  }
}

/* ---- nothing changed ---- */

/* What is known, about the old version or about the new one itself: neither does anything else than the other. */
struct known_result {
  const struct saved_result *saved;
  const struct change *change; /* NULL: it is about the new version, or one with the same numbers */
};

static uint32_t site_of(const struct work *w, const struct known_result *k, const struct saved_site *site) {
  return k->change ? match_of(k->change, site) : saved_site_find(w->new, site);
}

/* Where threads wait in a deadlock. */
static void add_sites(struct work *w, const struct known_result *k, const struct saved_failure *old,
                      struct result_failure *f) {
  if (old->kind != FAILURE_DEADLOCK) return;
  f->sites = arena_alloc(&w->check->result.memory, (old->nfurther + 1) * sizeof *f->sites);
  f->nsites = 0;
  for (uint32_t i = 0; i < old->nfurther; i++) f->sites[f->nsites++] = site_of(w, k, &old->further[i]);
}

/* The failure as the new version has it: the run that shows it is made again. */
static bool show_again(struct work *w, const struct known_result *k, const struct saved_failure *old) {
  const struct change *change = w->check->change;
  struct result *result = &w->check->result;
  struct schedule_match match = {
      .here = change->old.ins, .nhere = (uint32_t)change->old.program->nins, .there = change->new.ins};
  struct result_failure f, run = {.kind = old->kind,
                                  .message = old->message,
                                  .site = site_of(w, k, &old->site),
                                  .other_site = IR_NONE,
                                  .inputs = old->inputs,
                                  .ninputs = old->ninputs,
                                  .schedule = old->schedule[0] ? old->schedule : NULL};
  if (old->kind == FAILURE_RACE && old->nfurther) run.other_site = site_of(w, k, &old->further[0]);
  bool good = show_run(w, &run, (struct show_schedule){k->change, k->change ? &match : NULL}, &f) ||
              (k->change && show_run(w, &run, (struct show_schedule){.other_version = true}, &f));
  if (!good) {
    if (!old->warning) return false;
    f = shown(result, w->new, old, run.site); /* by what was said of it */
    f.other_site = run.other_site;
    f.other_frames = frames_of(result, w->new, run.other_site, &f.other_nframes);
  }
  f.age = AGE_OLD;
  add_sites(w, k, old, &f);
  if (!old->warning && !w->request->suite) show_write(w, &f, NULL);
  if (old->warning) vec_push(&result->warnings, f);
  else vec_push(&result->failures, f);
  return true;
}

static bool show_all(struct work *w, const struct known_result *k) {
  struct result *result = &w->check->result;
  if (!k->saved->complete) return false;
  for (uint32_t i = 0; i < k->saved->nfailures; i++)
    if (!show_again(w, k, &k->saved->failures[i])) {
      result->failures.count = result->warnings.count = 0;
      result->artefacts.tests_new = 0;
      return false;
    }
  for (uint32_t i = 0; i < k->saved->nnotes; i++) result_add_note(result, k->saved->notes[i]);
  result->verdict = result->failures.count ? VERDICT_UNSAFE : VERDICT_SAFE;
  return true;
}

bool classify_stands(struct work *w) {
  ASSERT(w->check->old.complete && !w->check->result.failures.count);
  return show_all(w, &(struct known_result){.saved = &w->check->old, .change = w->check->change});
}

bool classify_unchanged(struct work *w) {
  ASSERT(w->check->change->nothing && !w->check->result.failures.count);
  struct check *c = w->check;
  struct saved_result new;
  bool same_numbers = !memcmp(&w->old_result, &w->new_result, sizeof w->old_result);
  struct known_result old = {.saved = &c->old, .change = same_numbers ? NULL : c->change};
  if (c->old_is_known && show_all(w, &old)) return true;
  if (!w->request->store || !saved_result_get(w->request->store, w->new_result, &new)) return false;
  bool good = show_all(w, &(struct known_result){.saved = &new});
  if (good) saved_result_free(&c->old);
  else saved_result_free(&new);
  if (good) c->old = new;
  c->old_is_known |= good;
  c->old_from_store |= good;
  return good;
}
