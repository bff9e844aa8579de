/* The walk: points are pushed where the search has a choice, and left when it has tried everything there. */
#include "summary/inside.h"

struct summary_engine *summary_open(const struct ir_program *program, const struct explore_options *options,
                                    struct vm *vm, struct smt *smt, struct sym *sym, struct dpor *dpor) {
  struct summary_engine *g = mem_zalloc(sizeof *g);
  g->program = program;
  g->options = options;
  g->vm = vm;
  g->smt = smt;
  g->machine_sym = sym;
  g->dpor = dpor;
  places_open(&g->places);
  g->members.sym = g->places.sym;
  g->segment = segment_open(g);
  g->carried.most = options->config.max_formula;
  return g;
}

static void point_free(struct point *p) {
  outcome_free(&p->sides);
  outcome_free(&p->pins);
}

void summary_close(struct summary_engine *g) {
  for (uint32_t i = 0; i < g->points.count; i++) point_free(&g->points.data[i]);
  segment_close(g->segment);
  places_close(&g->places);
  vec_free(&g->members.stamps);
  summaries_free(&g->table);
  vec_free(&g->points);
  outcome_free(&g->carried);
  vec_free(&g->accesses);
  map_free(&g->access_numbers);
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

bool summary_is_probing(const struct summary_engine *g) { return g->probing; }

/* ---- control states ---- */

static void mix(struct vm_control *key, struct vm_control part) {
  key->low = hash_join(key->low, part.low);
  key->high = hash_join(key->high, part.high);
}

static struct vm_control control_now(const struct summary_engine *g, bool decision) {
  struct vm_control key = vm_common_control(g->vm);
  for (uint32_t t = 0; t < vm_thread_count(g->vm); t++)
    if (vm_thread_status(g->vm, t) != THREAD_NONE) mix(&key, vm_thread_control(g->vm, t));
  mix(&key, (struct vm_control){.low = decision ? vm_current_thread(g->vm) + 1 : 0, .high = decision});
  return key;
}

static bool is_possible(const struct summary_engine *g) {
  return vm_thread_count(g->vm) <= 64;
} /* sets of threads are words */

/* Looking at a summary that was loaded is on its own account. */
static bool holds(struct summary_engine *g, struct entry *e) {
  uint64_t paid = g->economy.paid;
  bool good = check_entry(g, e);
  if (e->loaded) {
    g->economy.loaded_paid += g->economy.paid - paid;
    g->economy.paid = paid;
  }
  return good;
}

static uint32_t find(struct summary_engine *g, struct vm_control key, uint64_t sleep) {
  for (uint32_t i = summaries_first(&g->table, key); i; i = g->table.entries.data[i].next) {
    struct entry *e = &g->table.entries.data[i];
    if (e->sleep & ~sleep && !MUTATED(SUMMARY_SLEEP)) continue;
    if (g->economy.paused && !e->loaded) continue;
    if (holds(g, e) && reads_allow(g, &e->reads)) return i;
  }
  return 0;
}

static void carry_entry(struct summary_engine *g, const struct entry *e) {
  outcome_reset(&g->carried, true);
  for (uint32_t i = 0; i < e->nterms; i++) vec_push(&g->carried.terms, e->terms[i]);
  bits_join(&g->carried.below, &e->below);
  bits_join(&g->carried.code, &e->code);
  bits_join(&g->carried.reads, &e->reads);
}

static void note_end(struct summary_engine *g) {
  uint32_t events;
  dpor_events(g->dpor, &events);
  vm_log(g->vm, &g->carried_log);
  vm_accesses(g->vm, &g->carried_accesses);
  g->carried_events = events;
}

/* Where summaries pause only those that were loaded are looked for. */
static bool covers(struct summary_engine *g, bool decision) {
  bool paused = g->economy.paused;
  g->has_key = false;
  if (g->probing || !is_possible(g) || (paused && !economy_uses_loaded(g))) return false;
  if (!paused && !vm_log_is_on(g->vm)) vm_log_start(g->vm);
  g->key = control_now(g, decision);
  g->has_key = !paused;
  g->visit++;
  g->stats.lookups++;
  if (paused) g->economy.loaded_paid += WORK_LOOK;
  else economy_pay(g, WORK_VISIT);
  uint64_t sleep = dpor_sleep_set(g->dpor, decision);
  uint32_t entry = find(g, g->key, sleep);
  if (!entry || !below_races(g, &g->table.entries.data[entry])) return false;
  const struct entry *e = &g->table.entries.data[entry];
  carry_entry(g, e);
  explain_cut(g, e);
  note_end(g);
  g->runs++;
  g->weight += e->weight;
  if (e->loaded) g->economy.loaded_saved += e->work;
  else g->economy.saved += e->work;
  if (e->tried & ~sleep) g->gain += e->weight;
  g->has_key = false; /* no point is pushed for it */
  g->stats.cut++;
  return true;
}

/* ---- points ---- */

static void pin_sleepers(struct summary_engine *g, uint64_t sleep, struct outcome *pins) {
  for (uint64_t left = sleep; left; left &= left - 1)
    if (!segment_pin(g->segment, (uint32_t)__builtin_ctzll(left), pins)) return;
}

void summary_chosen(struct summary_engine *g, bool schedule, bool every, uint32_t log) {
  ASSERT(schedule || !g->resuming || g->probing); /* back at a schedule, the next choice is that one again */
  if (g->probing) return;
  if (schedule && g->resuming) {
    g->resuming = false;
    return;
  }
  struct point p = {.schedule = schedule,
                    .every = every,
                    .keyed = g->has_key && vm_log_is_on(g->vm),
                    .empty = true,
                    .key = g->key,
                    .depth = (uint32_t)vm_depth(g->vm),
                    .log = log,
                    .weight = g->weight,
                    .paused = g->economy.paused,
                    .work = economy_work(g),
                    .start = {.thread = IR_NONE}};
  dpor_events(g->dpor, &p.events);
  vm_accesses(g->vm, &p.accesses);
  g->has_key = false;
  if (!schedule) { p.start = vm_position(g->vm, vm_current_thread(g->vm)); }
  p.sleep = is_possible(g) ? dpor_sleep_set(g->dpor, !schedule) : 0;
  p.pins.most = p.sides.most = g->options->config.max_formula;
  outcome_reset(&p.pins, true);
  if (!schedule && p.keyed) pin_sleepers(g, p.sleep, &p.pins);
  outcome_reset(&p.sides, false);
  vec_push(&g->points, p);
}

void summary_passes(struct summary_engine *g) {
  uint32_t log;
  vm_log(g->vm, &log);
  bool resuming = g->resuming;
  g->resuming = false;
  if (!g->probing) summary_chosen(g, true, true, log);
  g->resuming = resuming;
}

void summary_ended(struct summary_engine *g, bool fine) {
  ASSERT(!g->probing);
  g->has_key = false;
  economy_settle(g);
  fine = fine && !g->economy.paused;
  outcome_reset(&g->carried, fine);
  if (fine) below_waiting(g, &g->carried.below);
  note_end(g);
  g->runs++;
  g->weight++;
}

/* The side of the newest point that has just been finished joins it. */
static void finish_side(struct summary_engine *g) {
  struct point *p = &vec_last(&g->points);
  ASSERT(!g->probing && p->log <= g->carried_log && p->events <= g->carried_events);
  struct stretch stretch = {.start = p->start, .from = p->log, .to = g->carried_log};
  economy_settle(g);
  if (p->paused || g->economy.paused) outcome_reset(&g->carried, false);
  segment_before(g->segment, &stretch, &g->carried);
  uint32_t from =
      p->schedule || !p->events ? p->events : p->events - 1; /* an event that goes on, if it is an atomic section */
  if (g->carried.ok) below_events(g, &g->carried.below, from, g->carried_events);
  if (g->carried.ok) reads_before(g, &g->carried.reads, p->accesses, g->carried_accesses);
  VERIFY_NONE(summary_verify_below(g, &g->carried, p->events));
  if (MUTATED(SUMMARY_FAILURE) && !g->carried.ok) g->carried.ok = true, g->carried.terms.count = 0;
  if (p->empty) outcome_copy(&p->sides, &g->carried);
  else if (p->every) outcome_and(&p->sides, &g->members, &g->carried);
  else outcome_or(&p->sides, &g->members, &g->carried);
  p->empty = false;
  if (g->carried.ok) economy_pay(g, WORK_SIDE + (g->carried.terms.count + p->sides.terms.count) * WORK_JOINED);
}

void summary_bounded(struct summary_engine *g) {
  for (uint32_t i = g->points.count; i-- > 0 && !g->points.data[i].bounded;) g->points.data[i].bounded = true;
}

/* The point is left: what is known below it is kept, and goes on to the point before. here: the machine is in the state
   of the point. */
static void leave(struct summary_engine *g, uint64_t sleep, bool here) {
  ASSERT(!g->probing && g->points.count);
  struct point p = vec_pop(&g->points);
  g->stats.points++;
  if (p.bounded) outcome_reset(&p.sides, false);
  if (p.keyed && p.sides.ok && p.pins.ok) {
    outcome_copy(&g->carried, &p.sides);
    outcome_and(&g->carried, &g->members, &p.pins);
    struct extent extent = {
        .sleep = sleep, .tried = p.sleep & ~sleep, .weight = g->weight - p.weight, .work = economy_work(g) - p.work};
    if (here) VERIFY_NONE(summary_verify_made(g, &g->carried));
    if (g->carried.ok) summaries_add(g, p.key, &g->carried, &extent);
    VERIFY_NONE(summary_verify_table(&g->table));
    economy_pay(g, WORK_MADE + g->carried.terms.count * WORK_JOINED);
  }
  outcome_copy(&g->carried, &p.sides);
  g->carried_log = p.log;
  g->carried_events = p.events;
  g->carried_accesses = p.accesses;
  point_free(&p);
}

/* Where nothing is left to try at all, every point is left: what is known about the first ones is worth most to the
   next version. */
static void back(struct summary_engine *g) {
  ASSERT(!g->probing);
  bounds_apply(g);
  bool last = !vm_depth(g->vm);
  uint32_t depth = last ? 0 : (uint32_t)vm_depth(g->vm) - 1;
  while (g->points.count && (last || vec_last(&g->points).depth > depth)) {
    finish_side(g);
    leave(g, vec_last(&g->points).sleep, false);
  }
  if (g->points.count && vec_last(&g->points).depth == depth) finish_side(g);
}

void summary_resume(struct summary_engine *g) {
  ASSERT(!g->probing && !g->resuming);
  g->resuming = true;
}

/* ---- sleeping threads ---- */

/* Runs on until there is a choice again, or to the end. True: everything from there on is covered, and that is
   carried. */
static bool probe_on(struct summary_engine *g, uint64_t sleep) {
  enum { MOST_STEPS = 1000 };
  enum vm_end end = vm_run(g->vm);
  for (uint32_t n = 0; end == VM_YIELDED && n < MOST_STEPS; n++) {
    switch (dpor_forced(g->dpor)) {
    case DPOR_RUN: end = vm_run(g->vm); break;
    case DPOR_FINISHED:
    case DPOR_EXIT:
      vm_log_waiting(g->vm);
      end = vm_end_program(g->vm);
      break;
    case DPOR_BLOCKED: {
      g->visit++;
      uint32_t entry = find(g, control_now(g, false), sleep);
      if (!entry) return false;
      carry_entry(g, &g->table.entries.data[entry]);
      return true;
    }
    default: return false;
    }
  }
  if (end != VM_EXITED) return false;
  outcome_reset(&g->carried, true);
  below_waiting(g, &g->carried.below);
  return true;
}

/* Threads that stay asleep after a step of another one. */
static uint64_t still_asleep(struct summary_engine *g, uint64_t sleep, uint32_t thread) {
  uint64_t still = 0;
  const struct vm_op op = *vm_thread_op(g->vm, thread);
  for (uint64_t left = sleep & ~((uint64_t)1 << thread); left; left &= left - 1) {
    uint32_t other = (uint32_t)__builtin_ctzll(left);
    if (!dpor_depend(vm_thread_op(g->vm, other), &op)) still |= (uint64_t)1 << other;
  }
  return still;
}

/* A sleeping thread's step is executed once and taken back; if what follows is covered, the point need not leave it
   out. */
static bool discharge(struct summary_engine *g, uint32_t thread, uint64_t sleep, const struct point *p) {
  uint64_t after = still_asleep(g, sleep, thread), depth = vm_depth(g->vm);
  uint32_t events, log, accesses;
  ASSERT(!g->probing);
  g->stats.probes++;
  g->probing = g->probe_fine = true;
  vm_push_schedule(g->vm);
  vm_log(g->vm, &log);
  dpor_force(g->dpor, thread);
  bool covered = probe_on(g, after) && g->probe_fine && vm_depth(g->vm) == depth + 1;
  dpor_events(g->dpor, &events);
  struct stretch stretch = {.start = {.thread = IR_NONE}, .from = log};
  vm_log(g->vm, &stretch.to);
  if (covered) {
    segment_before(g->segment, &stretch, &g->carried);
    below_events(g, &g->carried.below, p->events, events);
    vm_accesses(g->vm, &accesses);
    reads_before(g, &g->carried.reads, p->accesses, accesses);
    covered = g->carried.ok;
  }
  while (vm_depth(g->vm) > depth) vm_backtrack(g->vm);
  ASSERT(vm_depth(g->vm) == depth);
  g->probing = false;
  g->stats.discharged += covered;
  return covered;
}

void summary_spoil_probe(struct summary_engine *g) {
  ASSERT(g->probing);
  g->probe_fine = false;
}

/* Trying costs about as much as a run that is cut. It is paid for by what earlier tries have saved, but for the first
   ones. */
static bool can_afford_probe(const struct summary_engine *g) {
  enum { FREE_PROBES = 1024, RUNS_PER_PROBE = 4 };
  return g->stats.probes < FREE_PROBES + g->gain / RUNS_PER_PROBE;
}

static void leave_schedule(struct summary_engine *g) {
  g->resuming = false;
  struct point *p = &vec_last(&g->points);
  ASSERT(p->schedule && p->depth == vm_depth(g->vm));
  uint64_t left = p->sleep;
  for (uint64_t rest = p->sleep; rest && p->sides.ok && p->keyed && can_afford_probe(g); rest &= rest - 1) {
    uint32_t thread = (uint32_t)__builtin_ctzll(rest);
    if (!vm_thread_enabled(g->vm, thread) || !discharge(g, thread, left, p)) continue;
    left &= ~((uint64_t)1 << thread);
    outcome_and(&p->sides, &g->members, &g->carried);
  }
  if (p->sides.ok && p->keyed) pin_sleepers(g, left, &p->pins);
  leave(g, left, true);
}

/* ---- the same, with a look at the clock ---- */

bool summary_covers(struct summary_engine *g, bool decision) {
  if (!watch_is_due(&g->covering)) return covers(g, decision);
  double started = clock_now();
  bool covered = covers(g, decision);
  watch_add(&g->covering, clock_now() - started);
  return covered;
}

/* Making summaries takes much longer than reading the clock. */
void summary_back(struct summary_engine *g) {
  double started = clock_now();
  back(g);
  g->making += clock_now() - started;
}

void summary_leave(struct summary_engine *g) {
  double started = clock_now();
  leave_schedule(g);
  g->making += clock_now() - started;
}
