/* Seeded exploration: tests of an earlier version go down the search with the paths that they satisfy. A branch that
   one of them takes is feasible: no question. Beside them lies the cache of unsatisfiable cores.

   Units: the tests are cut into rows of neighbours by name, and what is to be explored is divided among the rows. At
   every place that tests reach, the first one of all leads: a side that no test takes belongs to its unit, and so does
   a path that ends there. A unit follows only its own tests. So every path belongs to exactly one unit, whatever the
   others do. */
#ifndef HEDDLE_EXPLORE_SEEDS_H
#define HEDDLE_EXPLORE_SEEDS_H
#include "base/options.h"
#include "explore/unsat_cache.h"
#include "base/result.h"
#include "smt/smt.h"
#include "suite/ktest.h"
#include "vm/vm.h"

/* Tests that satisfy the path up to one of its constraints: a range of `order`. */
struct seeds_level {
  uint32_t low, high;
  uint32_t first, leader; /* the first of all of them; the first of this unit's own; UINT32_MAX: none */
};

/* How the last question divides a level's range; what follows on one side only moves tests within that side. */
struct seeds_split {
  uint32_t level, low, middle, high; /* [low, middle) fulfil the condition */
  sym_id condition;
};

struct seeds {
  const struct explore_seeds *seeds; /* NULL: there are no tests, only the cache */
  struct sym *sym;
  struct smt *smt;
  struct unsat_cache cache;
  uint32_t *order;                     /* numbers of tests */
  uint32_t ntests, own_first, own_end; /* the unit's own are own_first <= number < own_end */
  uint8_t *rows;                       /* per test a byte for each variable */
  uint32_t stride, filled;             /* bytes of a row; inputs whose bytes are in the rows */
  VEC(struct seeds_level) levels;      /* levels[i]: after i constraints; levels[0]: all tests */
  VEC(struct seeds_split) splits;
  VEC(uint32_t) chosen; /* scratch */
  uint64_t evaluations; /* of one test under one condition */
};

/* keeps_cores: what is found impossible is recorded. */
void seeds_open(struct seeds *t, const struct explore_reuse *reuse, bool keeps_cores, struct sym *sym, struct smt *smt);
void seeds_close(struct seeds *t);

/* Does the current path belong to this unit? */
bool seeds_own_path(struct seeds *t);
/* The value with which all units go on where a term is enumerated: the first test's. False: no test is here. */
bool seeds_value(struct seeds *t, sym_id term, uint64_t *value);

/* The path has ended. A test that takes it, recorded the same outcome (kind of failure, NULL: none) and has all inputs
   is kept: its number. UINT32_MAX: there is none. What becomes of the tests here goes into result->artefacts.old_tests.
 */
uint32_t seeds_end_path(struct seeds *t, const struct vm *vm, const char *kind, uint64_t path, struct result *result);

/* Are there several threads on the current path, or were there? Then inputs alone do not make the run. */
bool seeds_has_threads(const struct vm *vm);

/* How the run's end (kind of failure, NULL: none) contradicts what the test recorded; NULL: it does not. Texts live as
   long as the result. */
const char *seeds_other_end(const struct ktest *test, const char *kind, struct result *result);
/* Why this test's inputs do not fit those of the path; NULL: they do. */
const char *seeds_misfit(const struct vm *vm, const struct ktest *test, struct result *result);
#endif
