/* The walk: points are pushed where the search has a choice, and left when it has tried everything there. */
#include "summary/inside.h"

struct summary_engine *summary_open(const struct summary_machine *machine, const struct explore_options *options) {
  struct summary_engine *g = mem_zalloc(sizeof *g);
  g->program = machine->program;
  g->options = options;
  g->vm = machine->vm;
  g->smt = machine->smt;
  g->machine_sym = machine->sym;
  g->dpor = machine->dpor;
  g->stateful = machine->stateful;
  places_open(&g->places);
  g->members.sym = g->places.sym;
  g->segment = segment_open(g);
  g->carried.footprints = stateful_footprints(g->stateful);
  g->carried.most = options->config.max_formula;
  return g;
}

void summary_close(struct summary_engine *g) {
  for (uint32_t i = 0; i < g->points.count; i++) outcome_free(&g->points.data[i].sides);
  segment_close(g->segment);
  places_close(&g->places);
  vec_free(&g->members.stamps);
  summaries_free(&g->table);
  vec_free(&g->points);
  outcome_free(&g->carried);
  linear_free(&g->linear);
  vec_free(&g->reads);
  vec_free(&g->asked_reads);
  map_free(&g->read_numbers);
  vec_free(&g->model);
  vec_free(&g->asked);
  vec_free(&g->translated);
  vec_free(&g->translated_at);
  free(g->loaded_imprecision);
  free(g);
}

void summary_set_imprecision(struct summary_engine *g, const uint8_t *imprecision) { g->imprecision = imprecision; }

/* ---- looking a control state up ---- */

static uint32_t find(struct summary_engine *g, struct vm_control key) {
  for (uint32_t i = summaries_first(&g->table, key); i; i = g->table.entries.data[i].next) {
    struct entry *e = &g->table.entries.data[i];
    if (check_entry(g, e) && reads_allow(g, &e->reads)) return i;
  }
  return 0;
}

static void note_end(struct summary_engine *g) {
  vm_log(g->vm, &g->carried_log);
  vm_accesses(g->vm, &g->carried_accesses);
  dpor_events(g->dpor, &g->carried_events);
  g->has_key = false; /* no point is pushed for it */
  g->runs++;
}

/* The run ends where this summary holds. */
static void carry_entry(struct summary_engine *g, const struct entry *e) {
  outcome_reset(&g->carried, true);
  for (uint32_t i = 0; i < e->nterms; i++) vec_push(&g->carried.terms, e->terms[i]);
  g->carried.below = e->below;
  bits_join(&g->carried.code, &e->code);
  bits_join(&g->carried.reads, &e->reads);
}

static bool covers(struct summary_engine *g, bool decision) {
  g->has_key = false;
  if (vm_thread_count(g->vm) > 64) return false; /* sets of threads are words */
  if (!vm_log_is_on(g->vm)) vm_log_start(g->vm);
  g->key = stateful_control(g->vm, decision);
  g->has_key = true;
  g->visit++;
  g->stats.lookups++;
  uint32_t entry = find(g, g->key);
  if (!entry || !stateful_may_cut(g->stateful, g->table.entries.data[entry].below)) return false;
  const struct entry *e = &g->table.entries.data[entry];
  explain_cut(g, e);
  carry_entry(g, e);
  note_end(g);
  g->stats.cut++;
  stateful_cut(g->stateful, e->below, e->code.words, e->code.count, !decision);
  if (!decision) stateful_learn(g->stateful, stateful_key(g->stateful), entry);
  return true;
}

bool summary_covers(struct summary_engine *g, bool decision) {
  if (!watch_is_due(&g->covering)) return covers(g, decision);
  double started = clock_now();
  bool covered = covers(g, decision);
  watch_add(&g->covering, clock_now() - started);
  return covered;
}

/* The number may be another summary's by now. */
void summary_cut(struct summary_engine *g, uint32_t entry) {
  struct table *t = &g->table;
  struct vm_control key = stateful_control(g->vm, false);
  bool same =
      entry && entry < t->entries.count && t->keys.data[entry].low == key.low && t->keys.data[entry].high == key.high;
  g->visit++;
  if (same && check_entry(g, &t->entries.data[entry])) carry_entry(g, &t->entries.data[entry]);
  else outcome_reset(&g->carried, false);
  note_end(g);
}

/* ---- points ---- */

static void push_point(struct summary_engine *g, bool schedule, bool forced, bool every, uint32_t log) {
  struct point p = {.schedule = schedule,
                    .forced = forced,
                    .every = every,
                    .keyed = g->has_key && vm_log_is_on(g->vm),
                    .empty = true,
                    .key = g->key,
                    .state = stateful_key(g->stateful),
                    .depth = (uint32_t)vm_depth(g->vm),
                    .log = log,
                    .start = {.thread = IR_NONE},
                    .sides = {.most = g->options->config.max_formula, .footprints = g->carried.footprints}};
  dpor_events(g->dpor, &p.events);
  vm_accesses(g->vm, &p.accesses);
  if (!schedule) p.start = vm_position(g->vm, vm_current_thread(g->vm));
  g->has_key = false;
  outcome_reset(&p.sides, false);
  vec_push(&g->points, p);
}

/* Back at a schedule, the next choice is that one again. */
void summary_chosen(struct summary_engine *g, bool schedule, bool every, uint32_t log) {
  const struct point *last = g->points.count ? &vec_last(&g->points) : NULL;
  bool again = schedule && last && last->schedule && !last->forced && last->depth == vm_depth(g->vm);
  if (!again) push_point(g, schedule, false, every, log);
}

void summary_passes(struct summary_engine *g) {
  uint32_t log;
  vm_log(g->vm, &log);
  push_point(g, true, true, true, log);
}

void summary_ended(struct summary_engine *g, bool fine) {
  outcome_reset(&g->carried, fine);
  g->carried.below = stateful_carried(g->stateful);
  note_end(g);
}

/* The side of the newest point that has just been finished joins it. */
static void finish_side(struct summary_engine *g) {
  struct point *p = &vec_last(&g->points);
  ASSERT(p->log <= g->carried_log && p->events <= g->carried_events);
  struct stretch stretch = {.start = p->start, .from = p->log, .to = g->carried_log};
  segment_before(g->segment, &stretch, &g->carried);
  if (g->carried.ok) {
    g->carried.below = stateful_before(g->stateful, g->carried.below, p->events, g->carried_events);
    reads_before(g, &g->carried.reads, p->accesses, g->carried_accesses);
  }
  if (MUTATED(SUMMARY_FAILURE) && !g->carried.ok) g->carried.ok = true, g->carried.terms.count = 0;
  if (p->empty) outcome_copy(&p->sides, &g->carried);
  else if (p->every && !MUTATED(SUMMARY_SIDES)) outcome_and(&p->sides, &g->members, &g->carried);
  else outcome_or(&p->sides, &g->members, &g->carried);
  p->empty = false;
}

void summary_bounded(struct summary_engine *g) {
  for (uint32_t i = g->points.count; i-- > 0 && !g->points.data[i].bounded;) g->points.data[i].bounded = true;
}

/* The point is left: what is known below it is kept, and goes on to the point before. here: the machine is in the state
   of the point. */
static void leave(struct summary_engine *g, bool here) {
  ASSERT(g->points.count);
  struct point p = vec_pop(&g->points);
  g->stats.points++;
  if (p.bounded) outcome_reset(&p.sides, false);
  if (here && p.sides.ok) {
    g->visit++;
    linear_reduce(g, &p.sides);
    VERIFY_NONE(summary_verify_made(g, &p.sides));
  }
  if (p.keyed) {
    uint32_t entry = p.sides.ok ? summaries_add(g, p.key, &p.sides) : 0;
    if (p.schedule) stateful_learn(g->stateful, p.state, entry);
    VERIFY_NONE(summary_verify_table(&g->table));
  }
  outcome_copy(&g->carried, &p.sides);
  g->carried_log = p.log;
  g->carried_events = p.events;
  g->carried_accesses = p.accesses;
  outcome_free(&p.sides);
}

/* Where nothing is left to try at all, every point is left: what is known about the first ones is worth most to the
   next version. */
static void back(struct summary_engine *g) {
  bounds_apply(g);
  bool last = !vm_depth(g->vm);
  uint32_t depth = last ? 0 : (uint32_t)vm_depth(g->vm) - 1;
  while (g->points.count && (last || vec_last(&g->points).depth > depth)) {
    finish_side(g);
    leave(g, false);
  }
  if (g->points.count && vec_last(&g->points).depth == depth) finish_side(g);
}

/* Which threads are tried at the point depends on who holds these mutexes in its state. */
void summary_rely(struct summary_engine *g) {
  uint32_t count;
  const struct stateful_owner *owners = stateful_relied(g->stateful, &count);
  struct point *p = &vec_last(&g->points);
  ASSERT(p->schedule && !p->forced);
  for (uint32_t i = 0; i < count && !MUTATED(SUMMARY_OWNER); i++)
    outcome_require(&p->sides, &g->members, segment_owner_is(g->segment, owners[i].mutex, owners[i].thread));
  g->members.of = NULL;
}

/* Making summaries takes much longer than reading the clock. */
void summary_back(struct summary_engine *g) {
  double started = clock_now();
  back(g);
  g->making += clock_now() - started;
}

void summary_leave(struct summary_engine *g) {
  double started = clock_now();
  leave(g, true);
  g->making += clock_now() - started;
}
