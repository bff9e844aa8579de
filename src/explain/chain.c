/* From the changed line to the failure, in the runs themselves.

   In: a failing test of the new version. The failure is followed backwards, through what gave each value and which
   branch led there, but only through steps that the old version does not do, or does with another value. The earliest
   one that is reached is where the versions part; the nearest way from there to the failure is told, a line at a
   time. */
#include "explain/chain.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain/side_by_side.h"
#include "explore/follow.h"
#include "util/stop.h"

enum {
  MOST_INSTRUCTIONS = 1 << 20, /* of a run */
  MOST_CHAINS = 20,            /* failures that get one */
  DATA = 2,                    /* how far it is to what gave a value, */
  CONTROL = 3,                 /* and to the branch that led there */
};

struct job {
  const struct change *change;
  const struct explore_options *options;
  const struct statics *statics[2]; /* of the old and the new version; NULL: nobody has them */
  struct statics *own;              /* of the new version, if it had to be looked at for this */
  struct result *result;
};

/* ---- both runs ---- */

/* cut: the schedule could not be followed to its end. False: it is not known what happens. */
static bool run(const struct job *job, const struct result_failure *f, bool old, struct run_steps *steps, bool *cut) {
  const struct change *c = job->change;
  struct explore_options options = *job->options;
  struct schedule_match match = {.here = c->new.ins, .nhere = (uint32_t)c->new.program->nins, .there = c->old.ins};
  struct ktest test;
  struct result seen = {0};
  options.config.tests = TESTS_NONE;
  options.output.out_dir = NULL;
  options.config.show_output = false;
  options.config.max_steps = MOST_INSTRUCTIONS;
  options.goal.judge = NULL;
  options.goal.divergence = NULL;
  options.goal.statics = job->statics[!old];
  explore_test_of(f, &test);
  run_steps_open(steps, old ? c->old.program : c->new.program, old ? NULL : job->statics[1]);
  struct explore_replay_request replay = {.test = &test,
                                          .other_version = old,
                                          .match = old ? &match : NULL,
                                          .by_site = true,
                                          .kind = failure_kind_text(f->kind),
                                          .site = old ? c->new.ins[f->site] : f->site,
                                          .listener = &steps->listener};
  explore_replay(steps->program, &options, &replay, &seen);
  run_steps_end(steps);
  bool good = !steps->lost && (old || seen.failures.count > 0);
  *cut = replay.diverged;
  free(replay.schedule);
  result_free(&seen);
  ktest_free(&test);
  return good;
}

/* ---- the way back ---- */

struct way {
  const struct side_by_side *x;
  uint32_t *far,
      *next; /* per step: how far from the failure, UINT32_MAX: does not lead there; the next one towards it */
};

static bool can_pass(const struct way *w, uint32_t step) { return w->x->status[step] != SIDE_EQUAL; }

/* A call leads into its function whatever it returns. */
static bool can_lead(const struct way *w, uint32_t step) {
  const struct run_steps *r = w->x->new;
  bool call = ir_op_is_call(r->program->ins[r->steps.data[step].ins].op);
  return !call || w->x->status[step] != SIDE_DIFFERS;
}

static void reach(struct way *w, uint32_t from, uint32_t to, uint32_t cost) {
  if (to == IR_NONE || to >= from || !can_pass(w, to) || w->far[from] + cost >= w->far[to]) return;
  w->far[to] = w->far[from] + cost;
  w->next[to] = from;
}

/* What a step depends on comes before it, so one look at each is enough. The earliest step that leads to the last. */
static uint32_t find_way(struct way *w, uint32_t last) {
  uint32_t first = IR_NONE;
  memset(w->far, 0xff, (last + 1) * sizeof *w->far);
  w->far[last] = 0;
  for (uint32_t i = last + 1; i-- > 0;) {
    if (w->far[i] == UINT32_MAX) continue;
    const struct run_step *step = &w->x->new->steps.data[i];
    for (uint32_t k = 0; k < step->ndata; k++) reach(w, i, step->data[k], DATA);
    if (step->control != IR_NONE && can_lead(w, step->control)) reach(w, i, step->control, CONTROL);
    if (i != last || can_pass(w, i)) first = i;
  }
  return first;
}

/* ---- in words ---- */

struct teller {
  struct job *job;
  const struct side_by_side *x;
  bool old_is_cut; /* the old version could not follow the schedule to its end */
  VEC(struct result_link) links;
};

static const struct ir_ins *ins_of(const struct run_steps *r, uint32_t step) {
  return &r->program->ins[r->steps.data[step].ins];
}

static unsigned width_of(const struct run_steps *r, uint32_t step) {
  const struct ir_ins *ins = ins_of(r, step);
  if (ins->op == IR_STORE) return ins->width;
  if (ins->op == IR_CBR) return 1;
  if (!ir_result_count(ins)) return 64;
  return r->program->regs[ir_function_of(r->program, r->steps.data[step].ins)->first_reg + ins->dst].width;
}

static const char *value_of(struct teller *t, const struct run_steps *r, uint32_t step) {
  const struct run_step *s = &r->steps.data[step];
  unsigned width = width_of(r, step);
  if (!s->known) return "";
  if (s->text) return result_text(t->job->result, "%s", s->text);
  if (width == 1) return s->value ? "true" : "false";
  int64_t value = (int64_t)(s->value << (64 - width)) >> (64 - width);
  return result_text(t->job->result, "%" PRId64, value);
}

/* How the source calls what the step gives: the memory, or the variable in its register, which the compiler calls
   "variable.number"; "": it has no name. */
static const char *name_of(struct teller *t, const struct run_steps *r, uint32_t step) {
  const struct ir_ins *ins = ins_of(r, step);
  const struct ir_function *f = ir_function_of(r->program, r->steps.data[step].ins);
  if (r->steps.data[step].name) return r->steps.data[step].name;
  const char *name = ir_result_count(ins) ? ir_text(r->program, r->program->regs[f->first_reg + ins->dst].name) : "";
  return strchr(name, '.') ? result_text(t->job->result, "%.*s", (int)strcspn(name, "."), name) : "";
}

/* Of the steps of one line the one that says most. */
static unsigned telling(struct teller *t, uint32_t step) {
  const struct run_steps *r = t->x->new;
  enum ir_op op = ins_of(r, step)->op;
  if (!r->steps.data[step].known) return 0;
  if (op == IR_STORE) return 4;
  if (op == IR_CBR || op == IR_SWITCH) return 3;
  return *name_of(t, r, step) ? 2 : 1;
}

static bool is_users(const struct run_steps *r, uint32_t step) {
  uint32_t ins = r->steps.data[step].ins;
  return !(ir_function_of(r->program, ins)->flags & IR_FN_LIBRARY) && r->program->locs[r->program->ins[ins].loc].line;
}

static bool is_one_line(const struct run_steps *r, uint32_t a, uint32_t b) {
  const struct ir_loc *x = &r->program->locs[ins_of(r, a)->loc], *y = &r->program->locs[ins_of(r, b)->loc];
  return r->steps.data[a].thread == r->steps.data[b].thread && r->steps.data[a].frame == r->steps.data[b].frame &&
         x->file == y->file && x->line == y->line;
}

static struct result_link link_at(struct teller *t, const struct ir_program *p, uint32_t ins, const char *thread) {
  const struct ir_loc *loc = &p->locs[p->ins[ins].loc];
  struct result *result = t->job->result;
  return (struct result_link){.role = "value",
                              .file = result_text(result, "%s", ir_text(p, loc->file)),
                              .line = loc->line,
                              .function = result_text(result, "%s", ir_text(p, ir_function_of(p, ins)->name)),
                              .thread = result_text(result, "%s", thread),
                              .name = "",
                              .old_value = "",
                              .new_value = ""};
}

/* Is there a changed instruction on its line? */
static bool is_changed_line(const struct teller *t, uint32_t step) {
  const struct run_steps *r = t->x->new;
  const struct ir_function *f = ir_function_of(r->program, r->steps.data[step].ins);
  const struct ir_loc *here = &r->program->locs[ins_of(r, step)->loc];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    const struct ir_loc *other = &r->program->locs[r->program->ins[i].loc];
    if (t->job->change->new.status[i] != CHANGE_SAME && other->line == here->line && other->file == here->file)
      return true;
  }
  return false;
}

static const char *words_of(struct teller *t, const struct result_link *l, enum ir_op op) {
  struct result *result = t->job->result;
  bool old = *l->old_value, branch = !strcmp(l->role, "branch");
  const char *in_old = old ? result_text(result, ", %s in the old version", l->old_value) : "";
  if (!*l->new_value) return "executed only in the new version";
  if (branch && op == IR_CBR) return result_text(result, "the condition is %s%s", l->new_value, in_old);
  if (!*l->name) return result_text(result, "the value is %s%s", l->new_value, in_old);
  return result_text(result, op == IR_LOAD ? "%s is %s%s" : "%s becomes %s%s", l->name, l->new_value, in_old);
}

static void tell_step(struct teller *t, uint32_t step) {
  const struct run_steps *r = t->x->new;
  enum ir_op op = ins_of(r, step)->op;
  struct result_link link =
      link_at(t, r->program, r->steps.data[step].ins, r->threads.data[r->steps.data[step].thread].name);
  bool branch = op == IR_CBR || op == IR_SWITCH;
  if (branch) link.role = "branch";
  if (!branch) link.name = result_text(t->job->result, "%s", name_of(t, r, step));
  link.new_value = value_of(t, r, step);
  if (t->x->match[step] != IR_NONE) link.old_value = value_of(t, t->x->old, t->x->match[step]);
  link.changed = is_changed_line(t, step);
  link.text = words_of(t, &link, op);
  vec_push(&t->links, link);
}

/* A place of the old version. */
static void tell_old(struct teller *t, const char *role, uint32_t ins, const char *thread, const char *text) {
  struct result_link link = link_at(t, t->x->old->program, ins, thread);
  link.role = role;
  link.changed = !strcmp(role, "deleted");
  link.text = text;
  vec_push(&t->links, link);
}

/* Where the thread has gone on in the new version when the old one's run was over; IR_NONE: nowhere. */
static uint32_t goes_on_at(const struct teller *t, const char *thread) {
  const struct run_steps *r = t->x->new;
  for (uint32_t i = 0; i < r->steps.count; i++)
    if (t->x->status[i] == SIDE_BEHIND && !strcmp(r->threads.data[r->steps.data[i].thread].name, thread)) return i;
  return IR_NONE;
}

/* The call that a thread of the old version stands before, from where it cannot follow. IR_NONE: it does not. */
static uint32_t waits_at(const struct teller *t, const char *thread, bool deleted) {
  const struct run_steps *old = t->x->old;
  uint32_t last = run_steps_last(old, thread);
  if (last == IR_NONE || !old->steps.data[last].stands) return IR_NONE;
  uint32_t ins = old->steps.data[last].ins;
  bool gone = t->job->change->old.ins[ins] == IR_NONE;
  return ir_op_is_call(old->program->ins[ins].op) && gone == deleted ? ins : IR_NONE;
}

/* Of the threads that wait in the old version the one that goes on first in the new one. */
static bool tell_waiting(struct teller *t, bool deleted) {
  uint32_t best = IR_NONE, first = IR_NONE;
  for (uint32_t i = 0; i < t->x->old->threads.count; i++) {
    const char *thread = t->x->old->threads.data[i].name;
    uint32_t at = thread && waits_at(t, thread, deleted) != IR_NONE ? goes_on_at(t, thread) : IR_NONE;
    if (at < first) first = at, best = i;
  }
  if (best == IR_NONE) return false;
  const char *thread = t->x->old->threads.data[best].name;
  tell_old(t, deleted ? "deleted" : "waits", waits_at(t, thread, deleted), thread,
           deleted ? "deleted: the old version waits there" : "the old version waits here");
  return true;
}

/* The changed code itself: what was deleted last before the versions part, unless the first step is changed code. */
static void tell_change(struct teller *t, uint32_t first) {
  const struct run_steps *r = t->x->new;
  uint32_t ins = t->x->deleted[first];
  if (t->x->status[first] == SIDE_BEHIND && t->old_is_cut && (tell_waiting(t, true) || tell_waiting(t, false))) return;
  if (is_changed_line(t, first) || ins == IR_NONE) return;
  tell_old(t, "deleted", ins, r->threads.data[r->steps.data[first].thread].name, "deleted");
}

static void tell_failure(struct teller *t, const struct result_failure *f) {
  struct result_link link = link_at(t, t->x->new->program, f->site, f->thread);
  link.role = "failure";
  link.text = result_text(t->job->result, "%s", f->message);
  vec_push(&t->links, link);
}

static void tell_way(struct teller *t, const struct way *w, uint32_t first, uint32_t last,
                     const struct result_failure *f) {
  const struct run_steps *r = t->x->new;
  tell_change(t, first);
  uint32_t best = IR_NONE;
  for (uint32_t at = first; at != last; at = w->next[at]) {
    if (!is_users(r, at)) continue;
    if (best != IR_NONE && !is_one_line(r, best, at)) {
      if (telling(t, best)) tell_step(t, best);
      best = IR_NONE;
    }
    if (best == IR_NONE || telling(t, at) >= telling(t, best)) best = at;
  }
  bool decides = best != IR_NONE && is_one_line(r, best, last) && ins_of(r, best)->op == IR_CBR;
  if (best != IR_NONE && telling(t, best) && !decides) tell_step(t, best); /* the failure says that itself */
  tell_failure(t, f);
}

/* ---- the whole ---- */

static void keep_chain(struct job *job, const struct teller *t, struct result_failure *f) {
  if (t->links.count < 2) return; /* nothing but the failure */
  f->chain = arena_alloc(&job->result->memory, t->links.count * sizeof *f->chain);
  memcpy(f->chain, t->links.data, t->links.count * sizeof *f->chain);
  f->nchain = t->links.count;
}

static void follow(struct job *job, const struct run_steps *old, const struct run_steps *new, bool cut,
                   struct result_failure *f) {
  uint32_t last = run_steps_last(new, f->thread);
  if (last == IR_NONE) return;
  struct side_by_side x;
  side_by_side_open(&x, job->change, old, new);
  struct way w = {.x = &x,
                  .far = mem_alloc((new->steps.count + 1) * sizeof *w.far),
                  .next = mem_alloc((new->steps.count + 1) * sizeof *w.next)};
  struct teller t = {.job = job, .x = &x, .old_is_cut = cut};
  uint32_t first = find_way(&w, last);
  if (first != IR_NONE) {
    tell_way(&t, &w, first, last, f);
    keep_chain(job, &t, f);
  }
  vec_free(&t.links);
  free(w.far);
  free(w.next);
  side_by_side_free(&x);
}

static void explain_chain(struct job *job, struct result_failure *f) {
  struct run_steps old, new;
  bool cut;
  if (!job->statics[1]) job->statics[1] = job->own = static_open(job->change->new.program);
  if (run(job, f, false, &new, &cut) && !cut) {
    if (run(job, f, true, &old, &cut)) follow(job, &old, &new, cut, f);
    run_steps_free(&old);
  }
  run_steps_free(&new);
}

/* Of a race, a deadlock and a leak no single step is the failure. */
static bool is_told(enum failure_kind kind) {
  return kind != FAILURE_RACE && kind != FAILURE_DEADLOCK && kind != FAILURE_LEAK;
}

void explain_chains(const struct change *change, const struct statics *const statics[2],
                    const struct explore_options *options, struct result *result) {
  struct job job = {.change = change, .statics = {statics[0], statics[1]}, .options = options, .result = result};
  uint32_t told = 0;
  for (uint32_t i = 0; i < result->failures.count && told < MOST_CHAINS && !stop_overdue(); i++) {
    struct result_failure *f = &result->failures.data[i];
    if (f->age == AGE_OLD || change->nothing || !is_told(f->kind)) continue;
    explain_chain(&job, f);
    told++;
  }
  if (job.own) static_close(job.own);
}
