/* The nodes of the current path, and what is carried back from where a run ends to the nodes above it. */
#include "stateful/stateful.h"

#include "stateful/stateful_inside.h"
#include "util/assert.h"
#include "util/mem.h"
#include "util/mutate.h"
#include "util/vec.h"
#include "vm/names.h"

enum { MOST_THREADS = 64 };

struct stateful *stateful_open(struct vm *vm, struct dpor *dpor, const struct explore_options *options,
                               struct stateful_layers layers) {
  struct stateful *s = mem_zalloc(sizeof *s);
  s->layers = layers;
  s->vm = vm;
  s->dpor = dpor;
  s->options = options;
  s->footprints = footprints_open();
  s->cycle = NO_CYCLE;
  s->most_bytes = options->config.summary_memory_kib * 1024;
  s->exchanges = layers.alike != NULL;
  if (layers.kept || layers.shared) vm_hash_structure(vm);
  if (layers.kept) {
    vm_blocks_start(vm);
    s->codes = codes_open(layers.blocks);
  }
  vm_hash_start(vm);
  vm_set_alike(vm, layers.alike);
  return s;
}

void stateful_close(struct stateful *s) {
  for (uint32_t i = 0; i < s->nodes.count; i++) free(s->nodes.data[i].sides);
  peers_close(s->peers);
  footprints_close(s->footprints);
  states_free(&s->table);
  states_free(&s->known);
  vec_free(&s->known_globals);
  codes_close(s->codes);
  map_free(&s->controls);
  vec_free(&s->relied);
  vec_free(&s->nodes);
  vec_free(&s->met_as);
  vec_free(&s->division.finished);
  vec_free(&s->division.prefix);
  map_free(&s->met);
  free(s);
}

struct stateful_stats stateful_stats(const struct stateful *s) {
  return (struct stateful_stats){.lookups = s->lookups,
                                 .cuts = s->cuts,
                                 .states = s->states,
                                 .cycles = s->cycles,
                                 .exchanged = s->exchanged,
                                 .revisits = s->revisits,
                                 .known = s->known.count,
                                 .known_cuts = s->known_cuts,
                                 .shared_cuts = s->peers ? peers_cuts(s->peers) : 0,
                                 .bytes = footprints_bytes(s->footprints) + states_bytes(&s->table) +
                                          states_bytes(&s->known) + codes_bytes(s->codes)};
}

static uint32_t event_count(const struct stateful *s) {
  uint32_t count;
  dpor_events(s->dpor, &count);
  return count;
}

static uint64_t bit(uint32_t thread) { return (uint64_t)1 << thread; }
static bool is_choice(uint64_t threads) { return threads & (threads - 1); }

/* ---- footprints along the run ---- */

static bool depends_on_nothing(const struct stateful *s, const struct vm_op *op) {
  return op->irrelevant || (op->kind == VM_OP_JOIN && !vm_joins_compete(s->vm));
}

/* From behind an event to before it. A lock, or taking the mutex again after a wait, is possible only while nobody else
   holds it; a join only behind the end of the thread. */
static footprint before_event(struct stateful *s, footprint set, const struct dpor_event *e) {
  const struct vm_op *op = &e->op;
  if (op->blocking && op->sync == VM_SYNC_MUTEX)
    set = footprint_behind_mutex(s->footprints, set, e->thread, op->range[0].address);
  if (op->kind == VM_OP_JOIN) set = footprint_behind_join(s->footprints, set, e->thread, (uint32_t)op->ticket);
  return depends_on_nothing(s, op) ? set : footprint_add(s->footprints, set, e->thread, op);
}

footprint stateful_before(struct stateful *s, footprint set, uint32_t from, uint32_t to) {
  uint32_t count;
  const struct dpor_event *events = dpor_events(s->dpor, &count);
  while (to > from) set = before_event(s, set, &events[--to]);
  return set;
}

footprint stateful_carried(const struct stateful *s) { return s->carried; }
struct footprints *stateful_footprints(struct stateful *s) { return s->footprints; }

/* What is carried comes to the newest node. */
static void carry_to(struct stateful *s, struct node *n) {
  s->carried = stateful_before(s, s->carried, n->events, s->carried_events);
  if (s->carried_events > n->events) s->carried_events = n->events;
  n->side = footprint_join(s->footprints, n->side, s->carried);
  n->failed |= s->carried_failed;
}

/* Operations of threads that wait for ever. */
static footprint pending(struct stateful *s) {
  footprint set = FOOTPRINT_NONE;
  for (uint32_t t = 0; t < vm_thread_count(s->vm); t++) {
    if (vm_thread_status(s->vm, t) != THREAD_READY || vm_thread_kind(s->vm, t) == VM_OP_EXIT) continue;
    const struct vm_op *op = vm_thread_op(s->vm, t);
    if (!depends_on_nothing(s, op)) set = footprint_add(s->footprints, set, t, op);
  }
  return set;
}

/* What was executed since somebody last looked was executed behind the newest node. */
static void note_code(struct stateful *s) {
  uint32_t count;
  if (!s->codes) return;
  const uint32_t *blocks = vm_blocks_take(s->vm, &count);
  if (!s->nodes.count) return;
  struct node *n = &vec_last(&s->nodes);
  n->code = codes_add(s->codes, n->code, blocks, count);
}

/* Operations that are pending at a new node belong to what may follow it. */
static void note_pending(struct stateful *s, struct node *n) {
  uint32_t count;
  if (!s->codes) return;
  for (uint32_t t = 0; t < vm_thread_count(s->vm) && n->code != CODE_ANY; t++)
    if (!vm_blocks_pending(s->vm, t)) n->code = CODE_ANY;
  const uint32_t *blocks = vm_blocks_take(s->vm, &count);
  n->code = codes_add(s->codes, n->code, blocks, count);
}

static void add_code(struct stateful *s, code_set code) {
  if (!s->codes || !s->nodes.count) return;
  struct node *n = &vec_last(&s->nodes);
  n->code = codes_join(s->codes, n->code, code);
}

static void end_with(struct stateful *s, footprint set, bool failed) {
  note_code(s);
  s->carried = set;
  s->carried_events = event_count(s);
  s->carried_failed = failed;
  s->runs++;
}

static bool can_somebody_go(const struct stateful *s) {
  for (uint32_t t = 0; t < vm_thread_count(s->vm); t++)
    if (vm_thread_can_go(s->vm, t)) return true;
  return false;
}

/* A failure or an assumption ends its thread alone, and the program's own end comes when nobody else can go on. */
void stateful_ended(struct stateful *s, bool failed, bool over) {
  ASSERT(over || !can_somebody_go(s));
  end_with(s, over || MUTATED(STATEFUL_PENDING) ? FOOTPRINT_NONE : pending(s), failed);
}

void stateful_bounded(struct stateful *s) {
  for (uint32_t i = s->nodes.count; i-- > 0 && !s->nodes.data[i].bounded;) s->nodes.data[i].bounded = true;
}

/* ---- looking a state up ---- */

/* The nearest ancestor that exists here: what a thread will do that is not born yet comes after what its parent
   does. */
static uint32_t living(const struct stateful *s, uint32_t thread) {
  while (vm_thread_status(s->vm, thread) == THREAD_NONE) {
    uint32_t parent = vm_thread_parent(s->vm, thread);
    if (parent == IR_NONE) return 0;
    thread = parent;
  }
  return thread;
}

static bool may_race(void *context, const struct footprint_access *a) {
  struct stateful *s = context;
  return a->op.everything || dpor_may_race(s->dpor, living(s, a->thread), &a->op);
}

/* Data races are failures: does something behind the state race with something before it? */
bool stateful_may_cut(struct stateful *s, footprint below) {
  if (!(s->options->config.checks >> CHECK_RACE & 1) || MUTATED(STATEFUL_RACES)) return true;
  return !footprint_any(s->footprints, below, may_race, s);
}

void stateful_explain(struct stateful *s, struct result *result) { s->explained = result; }

static void explain_cut(struct stateful *s, const struct state *state) {
  enum { MOST_CUTS = 100 };
  if (!s->explained || s->explained->cuts.count >= MOST_CUTS) return;
  struct result_cut cut = {.run = s->runs + 1, .same_as = state->run + 1};
  uint32_t met;
  if (map_get(&s->met, state->low, &met))
    cut.exchanged = exchange_text(&s->exchange, &s->met_as.data[met], s->vm, s->explained);
  name_threads(s->vm, s->explained, &cut);
  vec_push(&s->explained->cuts, cut);
}

/* Has one thread alone gone from the node back to its state? Then it goes round in a loop, and is found to wait there
   when it has done so once more. */
static bool is_round(const struct stateful *s, const struct node *n) {
  uint32_t count;
  const struct dpor_event *events = dpor_events(s->dpor, &count);
  for (uint32_t i = n->events + 1; i < count; i++)
    if (events[i].thread != events[n->events].thread) return false;
  return true;
}

/* The state as each of the versions would see it that the known states are of: without the variables that came later.
   These hold nothing that the code behind a state of that version can read, if it is the same here. */
static const struct state *find_known(struct stateful *s) {
  const uint8_t *as = s->exchange.changed ? s->exchange.as : NULL;
  struct vm_control key = s->key, part;
  uint32_t end = vm_globals_end(s->vm);
  for (uint32_t i = 0; i < s->known_globals.count; i++) {
    uint32_t from = s->known_globals.data[i];
    if (from < end && !vm_hash_of_globals(s->vm, from, end, as, &part)) return NULL;
    if (from < end) key.low ^= part.low, key.high ^= part.high, end = from;
    const struct state *state = states_find(&s->known, key);
    if (state && state->globals == from) return state;
  }
  return NULL;
}

/* By an earlier exploration: everything behind the state was explored, nothing failed, and all the code that was
   executed there is the same here. */
static bool was_known(struct stateful *s) {
  const struct state *state = find_known(s);
  if (!state) return false;
  footprint below = exchange_from_table(&s->exchange, s->vm, s->footprints, state->below);
  if (!stateful_may_cut(s, below)) return false;
  s->known_cuts++;
  s->exchanged += s->exchange.changed;
  end_with(s, MUTATED(KNOWN_CUT) ? FOOTPRINT_NONE : below, false);
  add_code(s, state->code);
  return true;
}

/* By another process. States without a choice lead to one that has, or to the end. */
static bool is_shared(struct stateful *s) {
  footprint below;
  code_set code;
  if (!s->asks || !is_choice(s->possible) || !peers_find(s->peers, s->key, &below, &code)) return false;
  below = exchange_from_table(&s->exchange, s->vm, s->footprints, below);
  if (!stateful_may_cut(s, below)) return false;
  s->cuts++;
  s->exchanged += s->exchange.changed;
  end_with(s, MUTATED(SHARED_CUT) ? FOOTPRINT_NONE : below, false);
  add_code(s, code);
  return true;
}

/* True: the run ends here. A state that is met again behind itself leads to nothing that is not tried there, if
   everything is tried on the way. */
bool stateful_is_known(struct stateful *s, uint32_t *summary) {
  s->key = exchange_look_up(s->vm, &s->exchange);
  struct state *state = states_find(&s->table, s->key);
  s->lookups++;
  s->again = false;
  if (!state) return was_known(s) || is_shared(s);
  if (state->open) {
    s->again = is_round(s, &s->nodes.data[state->below]);
    if (s->again) return false;
    if (state->below < s->cycle) s->cycle = state->below;
    s->cycles++;
    footprint unknown = footprint_add_unknown(s->footprints, FOOTPRINT_NONE);
    add_code(s, CODE_ANY);
    end_with(s, MUTATED(STATEFUL_CYCLE) ? FOOTPRINT_NONE : unknown, false);
    return true;
  }
  footprint below = exchange_from_table(&s->exchange, s->vm, s->footprints, state->below);
  if (!stateful_may_cut(s, below)) return false;
  if (!s->layers.exact || (s->layers.summaries && !state->learned)) return false;
  s->cuts++;
  s->exchanged += s->exchange.changed;
  *summary = state->summary;
  explain_cut(s, state);
  end_with(s, MUTATED(STATEFUL_CUT) ? FOOTPRINT_NONE : below, state->failed);
  add_code(s, state->code);
  return true;
}

/* ---- weakest preconditions ---- */

bool stateful_has_choice(const struct stateful *s) { return is_choice(s->possible); }

/* Where only one thread can go on, a summary of each step would say the same again and again. So they are made of the
   first one alone, and the run goes on through the others: cut there, nothing would be known about what follows. */
bool stateful_near_choice(const struct stateful *s) {
  return is_choice(s->possible) || (s->nodes.count && is_choice(vec_last(&s->nodes).possible));
}

static void mix(struct vm_control *key, struct vm_control part) {
  key->low = hash_join(key->low, part.low);
  key->high = hash_join(key->high, part.high);
}

struct vm_control stateful_control(const struct vm *vm, bool decision) {
  struct vm_control key = vm_common_control(vm);
  for (uint32_t t = 0; t < vm_thread_count(vm); t++)
    if (vm_thread_status(vm, t) != THREAD_NONE) mix(&key, vm_thread_control(vm, t));
  mix(&key, (struct vm_control){.low = decision ? vm_current_thread(vm) + 1 : 0, .high = decision});
  return key;
}

struct vm_control stateful_key(const struct stateful *s) { return s->key; }

void stateful_learn(struct stateful *s, struct vm_control key, uint32_t summary) {
  struct state *state = states_find(&s->table, key);
  if (!state) return;
  state->summary = summary;
  state->learned = true;
}

void stateful_cut(struct stateful *s, footprint below, const uint64_t *code, uint32_t words, bool node) {
  code_set executed = s->codes ? codes_add_words(s->codes, CODE_NONE, code, words) : CODE_ANY;
  end_with(s, MUTATED(SUMMARY_CUT) ? FOOTPRINT_NONE : below, false);
  add_code(s, executed);
  if (!node || !s->layers.exact || states_find(&s->table, s->key)) return;
  struct state *state = states_add(&s->table, s->key);
  state->run = (uint32_t)s->runs;
  state->below = below;
  state->code = executed;
  s->states++;
}

void stateful_stop(struct stateful *s, footprint below, bool node) {
  end_with(s, below, false);
  add_code(s, CODE_ANY);
  if (!node || !s->layers.exact || states_find(&s->table, s->key)) return;
  struct state *state = states_add(&s->table, s->key);
  state->run = (uint32_t)s->runs;
  state->below = exchange_to_table(&s->exchange, s->vm, s->footprints, below);
  state->code = CODE_ANY;
  s->states++;
}

const struct stateful_owner *stateful_relied(const struct stateful *s, uint32_t *count) {
  *count = s->relied.count;
  return s->relied.data;
}

static void rely(struct stateful *s, uint64_t mutex, uint32_t thread) {
  struct stateful_owner owner = {.mutex = mutex, .thread = thread};
  if (s->layers.summaries) vec_push(&s->relied, owner);
}

/* Do states come back with other data? The first ones tell. */
static void count_control(struct stateful *s) {
  enum { MOST = 1 << 14 };
  uint32_t seen;
  if (s->layers.summaries || s->helps || s->states > MOST) return;
  uint64_t control = stateful_control(s->vm, false).low;
  if (map_get(&s->controls, control, &seen)) s->revisits++;
  else map_put(&s->controls, control, 1);
}

/* ---- nodes ---- */

static void push_node(struct stateful *s) {
  note_code(s);
  struct node n = {
      .key = s->key, .events = event_count(s), .depth = vm_depth(s->vm), .again = s->again, .possible = s->possible};
  n.exchange = s->exchange;
  n.choices = division_choices(s);
  n.states = s->states;
  if (s->exchanges) n.sides = mem_zalloc(MOST_THREADS * sizeof *n.sides);
  note_pending(s, &n);
  struct state *state = states_find(&s->table, s->key);
  if (s->again) {
    vec_push(&s->nodes, n);
    return;
  }
  if (!state) { /* else it is known, but must be looked at again */
    state = states_add(&s->table, s->key);
    state->run = (uint32_t)s->runs;
    s->states++;
    if (s->explained) {
      map_put(&s->met, s->key.low, s->met_as.count);
      vec_push(&s->met_as, s->exchange);
    }
    count_control(s);
  }
  state->open = true;
  state->below = s->nodes.count;
  if (s->peers && is_choice(n.possible)) n.slot = peers_begin(s->peers, n.key);
  vec_push(&s->nodes, n);
}

static void bound_memory(struct stateful *s) {
  if (s->most_bytes && states_bytes(&s->table) > s->most_bytes && 2 * s->table.count > s->table.mask)
    states_drop_finished(&s->table);
}

/* Nothing behind it failed or was left out, and nothing depends on a state that is open here: another process may never
   come to finish that one. */
static bool can_share(const struct stateful *s, const struct node *n) {
  return s->layers.exact && !n->bounded && !n->failed && s->cycle == NO_CYCLE;
}

/* The node is finished: everything behind it was explored. */
static void pop_node(struct stateful *s) {
  struct node n = vec_pop(&s->nodes);
  footprint below = footprint_join(s->footprints, n.below, n.side);
  if (s->cycle == s->nodes.count) {
    below = footprint_drop_unknown(s->footprints, below);
    s->cycle = NO_CYCLE;
  }
  s->carried = below;
  s->carried_events = n.events;
  s->carried_failed = n.failed;
  free(n.sides);
  add_code(s, n.code);
  if (n.again) return;
  struct state *state = states_find(&s->table, n.key);
  state->open = false;
  state->below = exchange_to_table(&n.exchange, s->vm, s->footprints, below);
  state->failed = n.failed;
  state->code = n.code;
  if (n.slot && can_share(s, &n)) {
    peers_publish(s->peers, n.key, state->below, n.code);
    division_finished(s, &n);
  }
  if (n.bounded || !s->layers.exact) states_remove(&s->table, n.key);
  else bound_memory(s);
}

/* The thread's operation happens. */
static void go(struct stateful *s, uint32_t thread) {
  vm_log_waiting(s->vm);
  dpor_record(s->dpor, thread);
  vm_continue(s->vm, thread, true);
}

struct holder {
  const struct vm *vm;
  uint32_t thread;
};

static bool holds_mutex(const void *context, uint64_t mutex) {
  const struct holder *h = context;
  uint32_t owner = vm_mutex_owner(h->vm, mutex);
  return owner == h->thread || (MUTATED(STATEFUL_MUTEX) && owner != IR_NONE);
}

static void begin_shared(struct stateful *s, struct node *n) {
  struct holder holder = {.vm = s->vm, .thread = n->thread};
  n->held = footprint_mutexes(s->footprints, holds_mutex, &holder);
  peers_tries(n->slot, &n->exchange, n->thread);
}

static void try_thread(struct stateful *s, uint32_t thread) {
  struct node *n = &vec_last(&s->nodes);
  n->thread = thread;
  n->op = *vm_thread_op(s->vm, thread);
  n->wanted |= bit(thread);
  n->tried |= bit(thread);
  n->side = FOOTPRINT_NONE;
  if (n->slot) begin_shared(s, n);
  if (is_choice(n->possible)) {
    n->choice = true;
    vm_push_schedule(s->vm);
  }
  go(s, thread);
}

/* ---- persistent sets ---- */

/* A thread that must come first some time, but waits: for whom? IR_NONE: for anybody. */
static uint32_t waits_for(struct stateful *s, uint32_t thread) {
  if (vm_thread_status(s->vm, thread) != THREAD_READY) return IR_NONE;
  const struct vm_op *op = vm_thread_waits(s->vm, thread);
  if (op->kind == VM_OP_JOIN) return vm_thread_joined(s->vm, thread);
  if (op->kind != VM_OP_LOCK || op->sync != VM_SYNC_MUTEX) return IR_NONE;
  uint32_t owner = vm_mutex_owner(s->vm, op->range[0].address);
  if (owner != IR_NONE) rely(s, op->range[0].address, owner);
  return owner;
}

/* The thread, or the one without which it cannot go on. */
static void want(struct stateful *s, struct node *n, uint32_t thread) {
  thread = living(s, thread);
  for (uint32_t steps = 0; thread != IR_NONE && steps < MOST_THREADS; steps++) {
    if (n->possible >> thread & 1) {
      n->wanted |= bit(thread);
      return;
    }
    if (MUTATED(STATEFUL_ENABLER)) return;
    thread = waits_for(s, thread);
  }
  n->wanted = n->possible;
}

/* Threads with an operation behind the one that was tried that conflicts with it. */
static uint64_t conflicts_of(struct stateful *s, const struct node *n) {
  struct holder holder = {.vm = s->vm, .thread = n->thread};
  uint64_t held = footprint_mutexes(s->footprints, holds_mutex, &holder);
  uint64_t threads = footprint_conflicts(s->footprints, n->side, n->thread, &n->op, held);
  if (!held || !s->layers.summaries) return threads;
  if (threads == footprint_conflicts(s->footprints, n->side, n->thread, &n->op, 0)) return threads;
  for (; held; held &= held - 1) rely(s, footprint_mutex_at(s->footprints, (uint32_t)__builtin_ctzll(held)), n->thread);
  return threads;
}

/* The side that was explored is known: which threads must be tried because of it? */
static void widen(struct stateful *s, struct node *n) {
  if (n->wanted == n->possible) return;
  uint64_t threads = conflicts_of(s, n);
  if (threads == UINT64_MAX) n->wanted = n->possible;
  for (; threads && n->wanted != n->possible; threads &= threads - 1) want(s, n, (uint32_t)__builtin_ctzll(threads));
}

/* Not the threads of the footprint: they are what would be tried anyway, or few nodes are above. */
bool stateful_may_stop(struct stateful *s, footprint below) {
  enum { FEW = 2 };
  uint32_t widened = 0;
  for (uint32_t i = 0; i < s->nodes.count && widened <= FEW; i++) {
    const struct node *n = &s->nodes.data[i];
    if (!is_choice(n->possible) || n->wanted == n->possible) continue;
    widened += (footprint_conflicts(s->footprints, below, n->thread, &n->op, 0) & ~n->wanted) != 0;
  }
  return widened <= FEW;
}

/* ---- the step ---- */

static enum stateful_turn turn_of_nobody(uint32_t exiting, bool waiting) {
  if (exiting != IR_NONE) return STATEFUL_EXIT;
  return waiting ? STATEFUL_DEADLOCK : STATEFUL_FINISHED;
}

/* Data races are failures: a read in a loop that waits may be part of one. */
static bool goes_round(const struct stateful *s, uint32_t thread) {
  bool races = s->options->config.checks >> CHECK_RACE & 1;
  return races && vm_thread_awaits(s->vm, thread) && dpor_has_open_race(s->dpor, thread);
}

enum stateful_turn stateful_look(struct stateful *s) {
  uint32_t immediate = IR_NONE, exiting = IR_NONE;
  bool waiting = false;
  if (vm_continue_local(s->vm)) return STATEFUL_RUN;
  if (vm_thread_count(s->vm) > MOST_THREADS) return STATEFUL_TOO_MANY;
  s->possible = 0;
  for (uint32_t t = 0; t < vm_thread_count(s->vm); t++) {
    if (vm_thread_status(s->vm, t) != THREAD_READY) continue;
    if (vm_thread_kind(s->vm, t) == VM_OP_EXIT) {
      exiting = t;
      continue;
    }
    waiting = true;
    if (!vm_thread_enabled(s->vm, t) && !goes_round(s, t)) continue;
    s->possible |= bit(t);
    if (depends_on_nothing(s, vm_thread_waits(s->vm, t))) immediate = t;
  }
  if (!s->possible) {
    vm_log_waiting(s->vm);
    return turn_of_nobody(exiting, waiting);
  }
  if (immediate == IR_NONE) return STATEFUL_NODE;
  go(s, immediate);
  return STATEFUL_RUN;
}

/* What will probably follow: what has followed the newest node above that was left once. */
static footprint expected(const struct stateful *s) {
  for (uint32_t i = s->nodes.count; i-- > 0;)
    if (s->nodes.data[i].below) return s->nodes.data[i].below;
  return FOOTPRINT_NONE;
}

static bool conflicts_with(struct stateful *s, footprint set, uint32_t thread) {
  return footprint_conflicts(s->footprints, set, thread, vm_thread_op(s->vm, thread), 0);
}

/* Where a version is explored because something changed, its first runs show what that leads to. Later on it would cost
   more than it shows: switches make states. */
static bool is_directed(const struct stateful *s) {
  enum { EARLY = 1 << 12 };
  return s->layers.near && dpor_stats(s->dpor).events < EARLY;
}

/* The thread, or one that is nearer to changed code. */
static uint32_t nearest(const struct stateful *s, uint32_t thread) {
  uint16_t least = vm_thread_least(s->vm, thread, s->layers.near);
  for (uint64_t left = s->possible; left; left &= left - 1) {
    uint32_t other = (uint32_t)__builtin_ctzll(left);
    uint16_t near = vm_thread_least(s->vm, other, s->layers.near);
    if (near < least) least = near, thread = other;
  }
  return thread;
}

/* A thread whose operation will probably conflict with nothing that follows: then no other one need be tried. Else at
   first the one that is nearest to changed code. Then the thread that ran last goes on if it can: fewest switches; else
   the one with the lowest number. */
static uint32_t first_of(struct stateful *s) {
  uint32_t current = vm_current_thread(s->vm);
  footprint set = is_choice(s->possible) ? expected(s) : FOOTPRINT_NONE;
  uint32_t first = s->possible >> current & 1 ? current : (uint32_t)__builtin_ctzll(s->possible);
  if (set && !conflicts_with(s, set, first)) return first;
  for (uint64_t left = set ? s->possible : 0; left; left &= left - 1)
    if (!conflicts_with(s, set, (uint32_t)__builtin_ctzll(left))) return (uint32_t)__builtin_ctzll(left);
  return is_choice(s->possible) && is_directed(s) ? nearest(s, first) : first;
}

/* Of these threads those that must be tried at the newest node, which no other process has begun to try; and all that
   somebody has. */
static uint64_t free_of(const struct stateful *s, uint64_t among, uint64_t *tried) {
  const struct node *n = &vec_last(&s->nodes);
  return n->slot && s->asks ? peers_free(n->slot, &n->exchange, tried) & among : 0;
}

/* One of them that is not like one of those. IR_NONE: there is none. */
static uint32_t begins_with(struct stateful *s) {
  uint64_t tried;
  uint32_t given = division_next(s);
  if (given != IR_NONE) return given;
  for (uint64_t left = free_of(s, s->possible, &tried); left; left &= left - 1) {
    uint32_t thread = (uint32_t)__builtin_ctzll(left);
    if (!s->exchanges || exchange_equal(s->vm, thread, tried) == IR_NONE) return thread;
  }
  return IR_NONE;
}

void stateful_step(struct stateful *s) {
  push_node(s);
  uint32_t thread = begins_with(s);
  try_thread(s, thread != IR_NONE ? thread : first_of(s));
}

/* What the branch at hand is not about: nothing above becomes known. */
bool stateful_strays(struct stateful *s) {
  if (!division_strays(s)) return false;
  stateful_bounded(s);
  end_with(s, FOOTPRINT_NONE, false);
  return true;
}

/* Threads with something to do by themselves come first, because what they create goes on from the newest event. */
bool stateful_immediate(struct stateful *s) {
  uint32_t self = vm_current_thread(s->vm);
  for (uint32_t t = 0; t < vm_thread_count(s->vm); t++)
    if (t != self && vm_thread_status(s->vm, t) == THREAD_LOCAL) return false;
  dpor_record(s->dpor, self);
  return true;
}

/* The machine's newest choice is that of a node, or of a decision behind one. Nodes behind it have no choice left. */
void stateful_leave(struct stateful *s) {
  uint64_t depth = vm_depth(s->vm);
  bool last = !depth;
  while (s->nodes.count && (last || vec_last(&s->nodes).depth >= depth)) {
    carry_to(s, &vec_last(&s->nodes));
    pop_node(s);
  }
  if (s->nodes.count) carry_to(s, &vec_last(&s->nodes));
}

/* The side that was tried is finished. */
static void finish_side(struct stateful *s, struct node *n) {
  widen(s, n);
  n->below = footprint_join(s->footprints, n->below, n->side);
  if (n->sides) n->sides[n->thread] = n->side;
}

/* A thread need not be tried if one was with which it can be exchanged here: what follows is the same, with the two
   exchanged. */
static bool has_equal(struct stateful *s, struct node *n, uint32_t thread) {
  uint32_t equal = n->sides ? exchange_equal(s->vm, thread, n->tried) : IR_NONE;
  if (equal == IR_NONE) return false;
  n->thread = thread;
  n->op = *vm_thread_op(s->vm, thread);
  n->tried |= bit(thread);
  n->side =
      MUTATED(ALIKE_SKIPPED) ? FOOTPRINT_NONE : exchange_two(s->vm, s->footprints, n->sides[equal], thread, equal);
  finish_side(s, n);
  s->exchanged++;
  return true;
}

bool stateful_resume(struct stateful *s) {
  struct node *n = &vec_last(&s->nodes);
  s->relied.count = 0;
  finish_side(s, n);
  if (n->slot) peers_wants(n->slot, &n->exchange, n->wanted);
  for (uint64_t left; (left = n->wanted & ~n->tried) != 0;) {
    uint64_t tried, first = free_of(s, left, &tried);
    if (!first && division_leaves(s)) {
      stateful_bounded(s);
      break;
    }
    uint32_t thread = (uint32_t)__builtin_ctzll(first ? first : left);
    if (has_equal(s, n, thread)) continue;
    try_thread(s, thread);
    return true;
  }
  pop_node(s);
  return false;
}

/* ---- other processes ---- */

/* Which threads must be tried at open nodes, as far as what was executed behind them says: others can begin with these
   before the nodes come back to it. */
void stateful_hint(struct stateful *s) {
  footprint behind = FOOTPRINT_NONE;
  uint32_t events = event_count(s);
  for (uint32_t i = s->nodes.count; s->peers && i-- > 0;) {
    struct node *n = &s->nodes.data[i];
    behind = stateful_before(s, behind, n->events, events);
    events = n->events;
    footprint side = footprint_join(s->footprints, n->side, behind);
    if (n->slot && n->wanted != n->possible) {
      uint64_t threads = footprint_conflicts(s->footprints, side, n->thread, &n->op, n->held);
      peers_wants(n->slot, &n->exchange, (threads & n->possible) | n->wanted);
    }
    behind = footprint_join(s->footprints, n->below, side);
  }
}

bool stateful_can_share(const struct stateful *s) { return s->layers.shared; }
void stateful_help(struct stateful *s) { s->helps = true; }

void stateful_share(struct stateful *s, struct shared_states *table, bool asks) {
  s->asks = asks;
  if (!table) {
    peers_close(s->peers);
    s->peers = NULL;
    for (uint32_t i = 0; i < s->nodes.count; i++) s->nodes.data[i].slot = NULL;
    return;
  }
  if (s->peers) return;
  s->peers = peers_open(table, s->vm, s->footprints, s->codes);
  for (uint64_t i = 0; s->table.mask && i <= s->table.mask; i++) {
    const struct state *x = &s->table.slots[i];
    bool has = x->low | x->high;
    if (has && !x->open && !x->failed && s->cycle == NO_CYCLE)
      peers_publish(s->peers, (struct vm_control){.low = x->low, .high = x->high}, x->below, x->code);
  }
  for (uint32_t i = 0; i < s->nodes.count; i++) {
    struct node *n = &s->nodes.data[i];
    if (n->again || !is_choice(n->possible)) continue;
    n->slot = peers_begin(s->peers, n->key);
    for (uint64_t tried = n->tried; n->slot && tried; tried &= tried - 1)
      peers_tries(n->slot, &n->exchange, (uint32_t)__builtin_ctzll(tried));
  }
  stateful_hint(s);
}

static void keep_shared(void *context, struct vm_control key, footprint below, code_set code) {
  struct stateful *s = context;
  if (states_find(&s->table, key)) return;
  struct state *state = states_add(&s->table, key);
  state->below = below;
  state->code = code;
}

void stateful_take_shared(struct stateful *s) {
  if (s->peers) peers_each(s->peers, keep_shared, s);
}

/* ---- states of other explorations ---- */

/* globals: of the table's own exploration; 0: each state says it itself. */
static void visit_states(const struct states *t, uint32_t globals, stateful_visit *visit, void *context) {
  for (uint64_t i = 0; t->mask && i <= t->mask; i++) {
    const struct state *x = &t->slots[i];
    if (!(x->low | x->high) || x->open || (x->failed && !MUTATED(KNOWN_FAILED)) || x->code == CODE_ANY) continue;
    struct stateful_state state = {.key = {.low = x->low, .high = x->high},
                                   .below = x->below,
                                   .code = x->code,
                                   .globals = globals ? globals : x->globals};
    visit(context, &state);
  }
}

void stateful_each_state(const struct stateful *s, bool own, stateful_visit *visit, void *context) {
  if (own) visit_states(&s->table, vm_globals_end(s->vm), visit, context);
  visit_states(&s->known, 0, visit, context);
}

void stateful_incident(struct stateful *s) {
  if (!MUTATED(KNOWN_FAILED)) add_code(s, CODE_ANY);
}

static void note_globals(struct stateful *s, uint32_t globals) {
  uint32_t at = 0;
  while (at < s->known_globals.count && s->known_globals.data[at] > globals) at++;
  if (at < s->known_globals.count && s->known_globals.data[at] == globals) return;
  vec_push(&s->known_globals, globals);
  for (uint32_t i = s->known_globals.count - 1; i > at; i--) s->known_globals.data[i] = s->known_globals.data[i - 1];
  s->known_globals.data[at] = globals;
}

void stateful_expect_known(struct stateful *s, uint64_t count) { states_reserve(&s->known, count); }

void stateful_add_known(struct stateful *s, const struct stateful_state *state) {
  if (states_find(&s->known, state->key)) return;
  note_globals(s, state->globals);
  struct state *x = states_add(&s->known, state->key);
  x->globals = state->globals;
  x->below = state->below;
  x->code = state->code;
}

void stateful_forget_known(struct stateful *s) {
  states_free(&s->known);
  s->known_globals.count = 0;
}

struct codes *stateful_codes(struct stateful *s) { return s->codes; }
