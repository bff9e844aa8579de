/* Slicing before the search: the backward slice of all failure sites. */
#include "explore/relevance.h"

#include <stdlib.h>

#include "static/static.h"
#include "util/mem.h"
#include "util/mutate.h"

static bool is_on(const struct explore_options *o, enum explore_check check) { return o->checks >> check & 1; }

/* The checks that are on unless somebody says otherwise, as bits. */
#define X(name, text, standard, what) | (uint32_t)(standard) << CHECK_##name
enum { STANDARD_CHECKS = 0 EXPLORE_CHECKS(X) };
#undef X

struct static_checks relevance_checks(const struct explore_options *options) {
  return (struct static_checks){.overflow = is_on(options, CHECK_OVERFLOW), .shift = is_on(options, CHECK_SHIFT),
                                .leak = is_on(options, CHECK_LEAK), .uninit = is_on(options, CHECK_UNINIT),
                                .race = is_on(options, CHECK_RACE),
                                .standard = (options->checks & STANDARD_CHECKS) == STANDARD_CHECKS};
}

static bool is_access(const struct ir_ins *ins) {
  return ins->op == IR_LOAD || ins->op == IR_STORE || ins->op == IR_RMW || ins->op == IR_CMPXCHG;
}

void relevance_open(struct relevance *r, const struct ir_program *program, const struct explore_options *options) {
  struct static_checks checks = relevance_checks(options);
  struct statics *s = static_open(program);
  struct static_set targets = static_targets(s, &checks);
  for (uint32_t i = 0; MUTATED(SUMMARY_TARGETS) && i < program->nins; i++)
    if (ir_ops[program->ins[i].op].class != IR_CLASS_MEM) targets.words[i / 64] &= ~((uint64_t)1 << i % 64);
  struct static_slice *slice = static_backward(s, &targets, STATIC_FAILING);
  *r = (struct relevance){.idle = mem_zalloc(program->nins + 1)};
  for (uint32_t i = 0; i < program->nins; i++) {
    if (!is_access(&program->ins[i]) || !static_is_live(s, i) || !static_is_shared_access(s, i)) continue;
    r->idle[i] = static_relevance(slice, i) < STATIC_VALUE;
    r->accesses++;
    r->idle_count += r->idle[i];
  }
  static_slice_free(slice);
  static_set_free(&targets);
  static_close(s);
}

void relevance_close(struct relevance *r) { free(r->idle); }
