/* Slicing before the search: the backward slice of the targets, and of what every run rests on. */
#include "explore/relevance.h"

#include <stdlib.h>
#include <string.h>

#include "explore/ahead.h"
#include "static/static.h"
#include "util/mem.h"
#include "util/mutate.h"
#include "vm/vm.h"

static bool is_on(const struct explore_options *o, enum explore_check check) { return o->checks >> check & 1; }

struct static_checks relevance_checks(const struct explore_options *options) {
  return (struct static_checks){.overflow = is_on(options, CHECK_OVERFLOW), .shift = is_on(options, CHECK_SHIFT),
                                .leak = is_on(options, CHECK_LEAK), .uninit = is_on(options, CHECK_UNINIT),
                                .race = is_on(options, CHECK_RACE)};
}

static struct static_set find_targets(const struct statics *s, const struct explore_options *options) {
  struct static_checks checks = relevance_checks(options);
  if (!options->targets) return static_targets(s, &checks);
  struct static_set set = static_set_new(s);
  for (uint32_t i = 0; i < set.size; i++)
    if (static_set_has(options->targets, i)) static_set_add(&set, i);
  return set;
}

static bool is_access(const struct ir_ins *ins) {
  return ins->op == IR_LOAD || ins->op == IR_STORE || ins->op == IR_RMW || ins->op == IR_CMPXCHG;
}

/* Who wants to see the paths as they are gets all of them. */
static bool may_be_free(const struct explore_options *options) { return !options->dump_paths; }

static uint8_t flags_of(const struct statics *s, const struct static_slice *slice, uint32_t i, bool access, bool free) {
  enum static_relevance level = static_relevance(slice, i);
  uint8_t flags = 0;
  if (access && level < STATIC_VALUE) flags |= VM_IDLE;
  if (free && level == STATIC_IRRELEVANT && static_is_live(s, i)) flags |= VM_APART | VM_FREE;
  return flags;
}

/* Where a run may end early because no target is left. What leaks is known only at the very end. */
static uint8_t *find_ahead(const struct statics *s, const struct ir_program *program, const struct explore_options *options,
                           const struct static_set *targets, enum static_aim aim) {
  if (!options->targets || is_on(options, CHECK_LEAK) || options->dump_paths) return NULL;
  struct static_slice *slice = static_backward(s, targets, aim);
  uint8_t *ahead = ahead_find(s, program, targets, slice);
  static_slice_free(slice);
  return ahead;
}

void relevance_open(struct relevance *r, const struct ir_program *program, const struct explore_options *options) {
  struct statics *s = static_open(program);
  struct static_set targets = find_targets(s, options);
  for (uint32_t i = 0; MUTATED(SUMMARY_TARGETS) && i < program->nins; i++)
    if (ir_ops[program->ins[i].op].class != IR_CLASS_MEM) targets.words[i / 64] &= ~((uint64_t)1 << i % 64);
  enum static_aim aim = options->targets_whole ? STATIC_WHOLE : STATIC_FAILING;
  *r = (struct relevance){.flags = mem_zalloc(program->nins + 1), .ahead = find_ahead(s, program, options, &targets, aim)};
  static_add_course(s, &targets);
  struct static_slice *slice = static_backward(s, &targets, aim);
  for (uint32_t i = 0; i < program->nins; i++) {
    bool access = is_access(&program->ins[i]) && static_is_live(s, i) && static_is_shared_access(s, i);
    r->flags[i] = flags_of(s, slice, i, access, may_be_free(options));
    r->accesses += access;
    r->idle_count += access && r->flags[i] & VM_IDLE;
  }
  static_slice_free(slice);
  static_set_free(&targets);
  static_close(s);
}

void relevance_close(struct relevance *r) {
  free(r->flags);
  free(r->ahead);
}
