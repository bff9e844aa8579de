/* From one test on: symbolic runs, the targets that each could be bent to, and the questions for that. A run that
   came out of an answer is looked at in turn. */
#include "augment/solve.h"

#include <stdlib.h>
#include <string.h>

#include "augment/encoding.h"
#include "explore/target_reach.h"
#include "suite/meta.h"
#include "util/assert.h"
#include "util/clock.h"
#include "util/map.h"
#include "util/mem.h"

enum {
  MOST_RUNS = 48,   /* symbolic runs from one test */
  MOST_NODES = 600, /* of one run: the number of conditions grows with its square */
  MOST_WAYS = 6,    /* questions for one target and run */
};
#define ANSWERED UINT32_MAX /* of a question */

struct solve {
  const struct solve_request *request;
  struct smt_stats *stats;
  struct solve_memory *memory;
  uint32_t family; /* of the run that is looked at */
  uint32_t missed; /* questions in a row that covered nothing */
  bool enough;
};

static bool is_over(const struct solve *s) {
  const struct solve_request *r = s->request;
  return s->enough || (r->misses && s->missed >= r->misses) || (r->deadline > 0 && clock_now() > r->deadline);
}

/* ---- what leads where ---- */

static const uint8_t *ahead_of(struct solve *s, uint32_t ins) {
  uint32_t place;
  if (map_get(&s->memory->reach, ins, &place)) return s->memory->reaches.data[place];
  struct static_set set = static_set_new(s->request->statics);
  struct static_slice *nothing = static_forward_open(s->request->statics);
  static_set_add(&set, ins);
  map_put(&s->memory->reach, ins, s->memory->reaches.count);
  vec_push(&s->memory->reaches, target_reach_find(s->request->statics, s->request->program, &set, nothing));
  static_slice_free(nothing);
  static_set_free(&set);
  return vec_last(&s->memory->reaches);
}

static bool leads_to(const struct ir_program *p, const uint8_t *reach, int32_t block) {
  return reach[p->blocks[block].first] & REACH_TARGET;
}

/* Does a side that the branch did not take lead to the place? 2: and the one that it took does not. */
static unsigned leads_elsewhere(const struct solve *s, const struct symbolic_branch *b, const uint8_t *reach) {
  const struct ir_program *p = s->request->program;
  const struct ir_ins *ins = &p->ins[b->ins];
  bool other = false;
  if (ins->op == IR_CBR)
    for (unsigned k = 0; k < 2; k++) {
      int32_t block = k ? ins->c : ins->b;
      other |= (uint32_t)block != b->taken && leads_to(p, reach, block);
    }
  for (int32_t i = 0; ins->op == IR_SWITCH && i < ins->c; i += i ? 2 : 1) {
    int32_t block = p->extra[ins->b + (i ? i + 1 : 0)];
    other |= (uint32_t)block != b->taken && leads_to(p, reach, block);
  }
  return !other ? 0 : leads_to(p, reach, (int32_t)b->taken) ? 1 : 2;
}

/* ---- asking ---- */

static uint64_t run_key(const struct ktest *test) {
  const struct ktest_object *schedule = ktest_find(test, META_SCHEDULE);
  uint64_t key = 1;
  for (uint32_t i = 0; i < test->nobjects; i++)
    if (meta_is_input(&test->objects[i]))
      key = hash_join(key, hash_bytes(test->objects[i].bytes, test->objects[i].size));
  return schedule ? hash_join(key, hash_bytes(schedule->bytes, schedule->size)) : key;
}

static uint32_t count_open(const struct solve *s) { return targets_count(s->request->targets, TARGET_OPEN); }

static void enqueue(struct solve_memory *m, struct ktest *test, uint32_t family) {
  vec_push(&m->queue, ((struct solve_start){.test = test, .family = family}));
  m->families.data[family]++;
}

/* The run that came out of it, in place of the test, is one to go on from. */
static void try_out(struct solve *s, struct ktest *test) {
  uint32_t known, open = count_open(s);
  s->enough = s->request->solved(s->request->context, test);
  if (count_open(s) < open) s->missed = 0;
  uint64_t key = run_key(test);
  if (s->memory->families.data[s->family] >= MOST_RUNS || map_get(&s->memory->seen, key, &known)) {
    ktest_free(test);
    return;
  }
  map_put(&s->memory->seen, key, 1);
  struct ktest *kept = mem_alloc(sizeof *kept);
  *kept = *test;
  enqueue(s->memory, kept, s->family);
}

/* SMT_UNKNOWN: nobody knows, or it was asked before. */
static enum smt_answer ask_once(struct solve *s, const struct encoding *q, uint64_t key, bool in_order,
                                const struct ktest *like) {
  const struct solve_request *r = s->request;
  struct smt_options options = {.timeout_ms = r->options->config.solver_timeout_ms};
  struct ktest test;
  uint32_t before;
  key = hash_join(key, in_order);
  if (map_get(&s->memory->asked, key, &before) && (before == ANSWERED || before >= r->effort)) return SMT_UNKNOWN;
  enum smt_answer answer = encoding_solve(q, in_order, &options, r->effort, like, &test);
  map_put(&s->memory->asked, key, answer == SMT_UNKNOWN ? r->effort : ANSWERED);
  s->memory->unanswered |= answer == SMT_UNKNOWN;
  s->missed++;
  if (answer == SMT_SAT) try_out(s, &test);
  return answer;
}

/* Other inputs alone are found much faster than another order with them. */
static void ask(struct solve *s, const struct encoding *q, uint64_t key, const struct ktest *like) {
  if (ask_once(s, q, key, true, like) != SMT_SAT && !s->request->quick && !is_over(s)) ask_once(s, q, key, false, like);
}

/* ---- both ends happened ---- */

static bool is_end(const struct vm_access *a, uint32_t ins, bool write) {
  return a->visible && a->write == write && (a->ins == ins || a->user == ins);
}

static uint32_t node_of(const struct symbolic *run, uint32_t access) {
  for (uint32_t i = 0; i < run->nodes.count; i++)
    for (uint32_t k = 0; k < run->nodes.data[i].accesses.count; k++)
      if (run->nodes.data[i].accesses.data[k] == access) return i;
  return IR_NONE;
}

/* A hash of the decisions of all threads. */
static uint64_t path_of(const struct symbolic *run, uint32_t branches) {
  uint64_t key = 1;
  for (uint32_t i = 0; i < branches; i++) key = hash_join(key, run->branches.data[i].path);
  return key;
}

static void ask_pair(struct solve *s, struct symbolic *run, const struct target *t, uint32_t write, uint32_t read,
                     const struct ktest *like) {
  uint32_t from = node_of(run, write), to = node_of(run, read);
  struct encoding q = {.s = run, .last = to, .write = write, .read = read};
  uint64_t ends = (uint64_t)t->first << 32 | t->second;
  if (from == IR_NONE || to == IR_NONE) return;
  uint64_t nodes = (uint64_t)from << 32 | to;
  ask(s, &q, hash_join(hash_join(ends, nodes), path_of(run, run->branches.count)), like);
}

static void ask_pairs(struct solve *s, struct symbolic *run, const struct target *t, const struct ktest *like) {
  uint32_t ways = 0;
  for (uint32_t w = 0; w < run->accesses.count; w++) {
    if (!is_end(&run->accesses.data[w], t->first, true)) continue;
    for (uint32_t r = 0; r < run->accesses.count && ways < MOST_WAYS; r++) {
      const struct vm_access *x = &run->accesses.data[w], *y = &run->accesses.data[r];
      if (!is_end(y, t->second, false) || x->thread == y->thread || x->address != y->address || x->size != y->size)
        continue;
      if (is_over(s) || t->status != TARGET_OPEN) return;
      ask_pair(s, run, t, w, r, like);
      ways++;
    }
  }
}

/* ---- an end did not happen ---- */

static void ask_branch(struct solve *s, struct symbolic *run, uint32_t branch, const struct ktest *like) {
  const struct symbolic_branch *b = &run->branches.data[branch];
  const struct symbolic_node *n = &run->nodes.data[b->node];
  if (b->condition >= n->conditions.count) return;
  struct encoding q = {.s = run,
                       .last = b->node,
                       .conditions = b->condition,
                       .write = IR_NONE,
                       .read = IR_NONE,
                       .wanted = sym_not(run->machine.sym, n->conditions.data[b->condition])};
  ask(s, &q, hash_join(path_of(run, branch + 1), b->taken), like);
}

/* Branches that lead away from the place first, late ones first. */
static void ask_branches(struct solve *s, struct symbolic *run, const struct target *t, uint32_t ins,
                         const struct ktest *like) {
  const uint8_t *reach = ahead_of(s, ins);
  uint32_t ways = 0;
  for (unsigned kind = 2; kind >= 1; kind--)
    for (uint32_t i = run->branches.count; i-- > 0 && ways < MOST_WAYS;) {
      if (leads_elsewhere(s, &run->branches.data[i], reach) != kind) continue;
      if (is_over(s) || t->status != TARGET_OPEN) return;
      ask_branch(s, run, i, like);
      ways++;
    }
}

static bool happened(const struct symbolic *run, uint32_t ins, bool write) {
  for (uint32_t i = 0; i < run->accesses.count; i++)
    if (is_end(&run->accesses.data[i], ins, write)) return true;
  return false;
}

static void bend(struct solve *s, struct symbolic *run, const struct target *t, const struct ktest *like) {
  if (s->request->targets->criterion == CRITERION_BRANCHES) {
    ask_branches(s, run, t, t->second, like);
    return;
  }
  bool writes = happened(run, t->first, true), reads = happened(run, t->second, false);
  if (writes && reads) ask_pairs(s, run, t, like);
  if (!writes) ask_branches(s, run, t, t->first, like);
  if (!reads) ask_branches(s, run, t, t->second, like);
  if (writes && reads && t->status == TARGET_OPEN && !s->request->quick) { /* with other branches before, perhaps */
    ask_branches(s, run, t, t->first, like);
    ask_branches(s, run, t, t->second, like);
  }
}

/* ---- all of it ---- */

static void look_at(struct solve *s, const struct ktest *test) {
  struct symbolic run;
  bool good = symbolic_open(&run, s->request->program, s->request->options, test, MOST_NODES, s->request->deadline);
  for (uint32_t i = 0; good && i < s->request->norder && !is_over(s); i++) {
    uint32_t number = s->request->order[i];
    const struct target *t = &s->request->targets->list.data[number];
    if (t->status == TARGET_OPEN && (!s->request->wanted || s->request->wanted[number])) bend(s, &run, t, test);
  }
  if (run.questions) smt_stats_add(s->stats, smt_stats(run.questions));
  symbolic_close(&run);
}

static struct ktest *copy_of(const struct ktest *test) {
  struct ktest *copy = mem_zalloc(sizeof *copy);
  for (uint32_t i = 0; i < test->nobjects; i++)
    ktest_put(copy, test->objects[i].name, test->objects[i].bytes, test->objects[i].size);
  return copy;
}

void solve_add_seed(struct solve_memory *memory, const struct ktest *seed) {
  vec_push(&memory->families, 0);
  enqueue(memory, copy_of(seed), memory->families.count - 1);
}

/* A run that was left is looked at again from its beginning: what was asked is known. */
bool solve_run(const struct solve_request *request, struct smt_stats *stats) {
  struct solve_memory *m = request->memory;
  struct solve s = {.request = request, .stats = stats, .memory = m};
  for (; m->next < m->queue.count && !is_over(&s); m->next += !is_over(&s)) {
    s.family = m->queue.data[m->next].family;
    look_at(&s, m->queue.data[m->next].test);
  }
  return m->next >= m->queue.count;
}

void solve_memory_free(struct solve_memory *m) {
  for (uint32_t i = 0; i < m->reaches.count; i++) free(m->reaches.data[i]);
  for (uint32_t i = 0; i < m->queue.count; i++) {
    ktest_free(m->queue.data[i].test);
    free(m->queue.data[i].test);
  }
  vec_free(&m->queue);
  vec_free(&m->families);
  vec_free(&m->reaches);
  map_free(&m->asked);
  map_free(&m->seen);
  map_free(&m->reach);
}
