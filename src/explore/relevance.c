/* Slicing before the search: the backward slice of the targets, and of what every run rests on. */
#include "explore/relevance.h"

#include <stdlib.h>
#include <string.h>

#include "explore/nearness.h"
#include "explore/stop_sets.h"
#include "explore/target_reach.h"
#include "static/static.h"
#include "util/mem.h"
#include "util/mutate.h"
#include "vm/vm.h"

static bool is_on(const struct explore_config *o, enum explore_check check) { return checks_have(o->checks, check); }

/* Marks the library's functions that a call may reach. */
static void mark_library(const struct statics *s, const struct ir_program *p, uint32_t call, uint8_t *marked) {
  const uint32_t *callees;
  uint32_t count = static_callees(s, call, &callees);
  for (uint32_t k = 0; k < count; k++) {
    const struct ir_function *f = &p->functions[callees[k]];
    if (marked[callees[k]] || !(f->flags & IR_FN_LIBRARY) || !(f->flags & IR_FN_DEFINED)) continue;
    marked[callees[k]] = 1;
    for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
      if (static_is_live(s, i) && (p->ins[i].op == IR_CALL || p->ins[i].op == IR_ICALL)) mark_library(s, p, i, marked);
  }
}

static bool never_returns(const struct statics *s, const struct ir_program *p, uint32_t call) {
  const uint32_t *callees;
  uint32_t count = static_callees(s, call, &callees);
  for (uint32_t k = 0; k < count; k++) {
    const struct ir_function *f = &p->functions[callees[k]];
    for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
      if (p->ins[i].op == IR_RET && static_is_live(s, i)) return false;
  }
  return true;
}

/* A target may be a call of a library function in which something fails: whether it does is decided there. Of one that
   never returns it is enough that it is called. */
static void add_library_sites(const struct statics *s, const struct ir_program *p, const struct static_set *all,
                              struct static_set *targets) {
  uint8_t *marked = mem_zalloc(p->nfunctions + 1);
  for (uint32_t i = 0; i < p->nins; i++)
    if (static_set_has(targets, i) && (p->ins[i].op == IR_CALL || p->ins[i].op == IR_ICALL) && !never_returns(s, p, i))
      mark_library(s, p, i, marked);
  for (uint32_t f = 0; f < p->nfunctions; f++)
    for (uint32_t i = p->functions[f].first_ins; marked[f] && i < p->functions[f].first_ins + p->functions[f].nins; i++)
      if (static_set_has(all, i)) static_set_add(targets, i);
  free(marked);
}

static struct static_set find_targets(const struct statics *s, const struct ir_program *program,
                                      const struct explore_config *config, const struct explore_goal *goal) {
  struct static_set all = static_targets(s, config->checks), set = static_set_new(s);
  if (!goal->targets) {
    static_set_free(&set);
    return all;
  }
  for (uint32_t i = 0; i < set.size; i++)
    if (static_set_has(goal->targets, i)) static_set_add(&set, i);
  add_library_sites(s, program, &all, &set);
  static_set_free(&all);
  return set;
}

static bool is_access(const struct ir_ins *ins) { return ir_op_is_scalar_access(ins->op); }

/* Who wants to see the paths as they are gets all of them. */
static bool may_be_free(const struct explore_config *config) { return !config->dump_paths; }

static uint8_t flags_of(const struct statics *s, const struct static_slice *slice, const struct ir_program *program,
                        uint32_t i, bool access, bool free) {
  bool is_branch = program->ins[i].op == IR_CBR || program->ins[i].op == IR_SWITCH;
  enum static_relevance level = static_relevance(slice, i);
  uint8_t flags = 0;
  if (access && level < STATIC_VALUE) flags |= VM_IRRELEVANT_GLOBAL;
  if (MUTATED(SLICE_BRANCH) && is_branch) level = STATIC_IRRELEVANT;
  if (free && level == STATIC_IRRELEVANT && static_is_live(s, i)) flags |= VM_IRRELEVANT_ACCESS | VM_IRRELEVANT_BRANCH;
  return flags;
}

/* What is looked for by failures alone is not kept from by others. */
static struct static_slice *backward(const struct statics *s, const struct explore_goal *goal,
                                     const struct static_set *targets, enum static_aim aim) {
  bool only = goal->targets && !goal->targets_whole;
  return only ? static_backward_only(s, targets, aim) : static_backward(s, targets, aim);
}

/* Where a run may end early because no target is left. What leaks is known only at the very end. */
static uint8_t *find_reach(const struct statics *s, const struct ir_program *program,
                           const struct explore_config *config, const struct explore_goal *goal,
                           const struct static_set *targets, enum static_aim aim) {
  if (!goal->targets || is_on(config, CHECK_LEAK) || config->dump_paths) return NULL;
  struct static_slice *slice = backward(s, goal, targets, aim);
  uint8_t *reach = target_reach_find(s, program, targets, slice);
  static_slice_free(slice);
  return reach;
}

static bool touches_memory(const struct ir_ins *ins) { return is_access(ins) || ir_op_is_block_access(ins->op); }

/* What decides about the targets where every wait ends: the order in which threads wait is no part of it by itself. */
static uint8_t *find_order(const struct statics *s, const struct ir_program *program, const struct explore_goal *goal,
                           const struct static_set *targets, enum static_aim aim) {
  if (!goal->one_schedule) return NULL;
  struct statics *ending = static_open_ending(s);
  struct static_slice *slice = backward(ending, goal, targets, aim);
  uint8_t *order = mem_zalloc(program->nins + 1);
  for (uint32_t i = 0; i < program->nins; i++) {
    enum static_relevance level = static_relevance(slice, i);
    if (level >= (touches_memory(&program->ins[i]) ? STATIC_CHECKED : STATIC_EXECUTED)) order[i] = (uint8_t)level;
  }
  static_slice_free(slice);
  static_close(ending);
  return order;
}

/* What has influence is not left out, whatever came out of the slice that the skeleton of the run is in. */
static uint8_t without_order(uint8_t flags, uint8_t level) {
  if (level) flags &= (uint8_t)~(VM_IRRELEVANT_ACCESS | VM_IRRELEVANT_BRANCH);
  return level == STATIC_VALUE ? flags & (uint8_t)~VM_IRRELEVANT_GLOBAL : flags;
}

static void add_alone(struct relevance *r, const struct statics *s, const struct ir_program *program) {
  struct static_set alone = static_alone(s);
  for (uint32_t i = 0; i < program->nins; i++)
    if (static_set_has(&alone, i)) r->flags[i] |= VM_ALONE;
  static_set_free(&alone);
}

static void find_alike(struct relevance *r, const struct statics *s, const struct ir_program *program,
                       const struct explore_config *config) {
  if (config->no_exchange) return;
  r->alike = mem_zalloc(program->nfunctions + 1);
  static_find_alike(s, r->alike);
  const struct ir_function *f = &program->functions[program->entry];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    if (program->ins[i].op == IR_LOAD && static_is_live(s, i) && static_is_steady(s, i)) r->flags[i] |= VM_STEADY;
}

static const struct statics *known_statics(const struct ir_program *program, const struct explore_goal *goal,
                                           struct statics **own) {
  *own = goal->statics ? NULL : static_open(program);
  return *own ? *own : goal->statics;
}

/* What decides whether two versions differ: what is compared, and whether the code is reached. */
struct deciding {
  struct static_slice *values, *places;
};

/* And where a run may end that has not diverged. */
static struct deciding find_divergence(struct relevance *r, const struct statics *s, const struct ir_program *program,
                                       const struct explore_goal *goal) {
  const struct explore_divergence *d = goal->divergence;
  if (!d) return (struct deciding){0};
  struct static_set wanted = static_set_new(s);
  for (uint32_t i = 0; i < wanted.size; i++)
    if (static_set_has(d->entries, i) || (static_set_has(d->sites, i) && !MUTATED(DIVERGENCE_FIXED)))
      static_set_add(&wanted, i);
  struct deciding slices = {.values = static_backward(s, d->influence, STATIC_WHOLE),
                            .places = static_backward(s, d->entries, STATIC_REACHED)};
  r->differs = target_reach_find(s, program, &wanted, slices.values);
  for (uint32_t i = 0; i < wanted.size; i++)
    if (static_set_has(d->sites, i) && !MUTATED(DIVERGENCE_FIXED))
      r->differs[i] |= REACH_OWN; /* a call may fail by what is called */
  r->stops = stop_sets_open(s, program);
  static_set_free(&wanted);
  return slices;
}

static void free_deciding(struct deciding *slices) {
  if (slices->values) static_slice_free(slices->values);
  if (slices->places) static_slice_free(slices->places);
}

/* No less matters than what decides about the comparison. */
static uint8_t without_divergence(const struct explore_divergence *d, const struct deciding *slices, uint32_t i,
                                  bool access, uint8_t flags) {
  if (!d || MUTATED(DIVERGENCE_SLICE)) return flags;
  if (d->whole) return 0;
  enum static_relevance level = static_relevance(slices->values, i), place = static_relevance(slices->places, i);
  if (place > level) level = place;
  if (level != STATIC_IRRELEVANT) flags &= (uint8_t)~(VM_IRRELEVANT_ACCESS | VM_IRRELEVANT_BRANCH);
  if (access && level == STATIC_VALUE) flags &= (uint8_t)~VM_IRRELEVANT_GLOBAL;
  return flags;
}

/* Which accesses race is decided by the order of all of them, whatever the values are: where races are failures,
   everything matters. */
void relevance_open(struct relevance *r, const struct ir_program *program, const struct explore_config *config,
                    const struct explore_goal *goal) {
  *r = (struct relevance){.flags = mem_zalloc(program->nins + 1)};
  struct statics *own;
  const struct statics *s = known_statics(program, goal, &own);
  find_alike(r, s, program, config);
  if (goal->changed) r->near = nearness_find(s, program, goal->changed);
  if (is_on(config, CHECK_RACE)) {
    if (own) static_close(own);
    return;
  }
  struct static_set targets = find_targets(s, program, config, goal);
  bool whole = goal->targets_whole || is_on(config, CHECK_UNINIT); /* a read fails by what it reads */
  enum static_aim aim = whole ? STATIC_WHOLE : goal->targets_reached ? STATIC_REACHED : STATIC_FAILING;
  r->reach = find_reach(s, program, config, goal, &targets, aim);
  r->order = find_order(s, program, goal, &targets, aim);
  struct deciding differs = find_divergence(r, s, program, goal);
  static_add_skeleton(s, &targets);
  struct static_slice *slice = backward(s, goal, &targets, aim);
  for (uint32_t i = 0; i < program->nins; i++) {
    bool access = is_access(&program->ins[i]) && static_is_live(s, i) && static_is_shared_access(s, i);
    uint8_t steady = r->flags[i] & VM_STEADY;
    r->flags[i] = flags_of(s, slice, program, i, access, may_be_free(config));
    r->flags[i] = without_divergence(goal->divergence, &differs, i, access, r->flags[i]) | steady;
    if (r->order) r->flags[i] = without_order(r->flags[i], r->order[i]);
    if (MUTATED(INCREMENTAL_FORWARD) && goal->targets && !static_set_has(&targets, i))
      r->flags[i] = (uint8_t)((access ? VM_IRRELEVANT_GLOBAL : 0) |
                              (static_is_live(s, i) ? VM_IRRELEVANT_ACCESS | VM_IRRELEVANT_BRANCH : 0));
    r->accesses += access;
    r->irrelevant_count += access && r->flags[i] & VM_IRRELEVANT_GLOBAL;
  }
  add_alone(r, s, program);
  static_slice_free(slice);
  free_deciding(&differs);
  static_set_free(&targets);
  if (own && r->stops) r->own = own;
  else if (own) static_close(own);
}

void relevance_close(struct relevance *r) {
  stop_sets_close(r->stops);
  if (r->own) static_close(r->own);
  free(r->differs);
  free(r->near);
  free(r->alike);
  free(r->order);
  free(r->flags);
  free(r->reach);
}
