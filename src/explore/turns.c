/* The dovetail: searches that take turns, in which order, and how one goes on where another one waits. */
#include "explore/search_inside.h"

/* Visible operations of a search before the next one has its turn; and before it hunts for the first time, for how
   long. */
enum { FIRST_SHARE = 1 << 15, EARLY_SHARE = 1 << 11, EARLY_HUNT = 1 << 13 };
/* The same without threads: what instructions, summaries and questions to the solver come to in visible operations. */
enum { FIRST_SUMMARIES = 1 << 13, SEQUENTIAL_SHARE = 1 << 18 };
/* What is known of another version: so many times as much is enough, as a rule; for so many rounds dpor, which did not
   come to its end there, has no turn. */
enum { KNOWN_TIMES = 4, KNOWN_ROUNDS = 3 };

static void exchange(void *a, void *b, size_t bytes) {
  uint8_t *x = a, *y = b;
  for (size_t i = 0; i < bytes; i++) {
    uint8_t byte = x[i];
    x[i] = y[i];
    y[i] = byte;
  }
}

void search_change_places(struct search *s, struct paused *p) {
  exchange(&s->machine, &p->machine, sizeof s->machine);
  exchange(&s->sym, &p->sym, sizeof s->sym);
  exchange(&s->smt, &p->smt, sizeof s->smt);
  exchange(&s->vm, &p->vm, sizeof s->vm);
  exchange(&s->dpor, &p->dpor, sizeof s->dpor);
  exchange(&s->summary, &p->summary, sizeof s->summary);
  exchange(&s->stateful, &p->stateful, sizeof s->stateful);
  exchange(&s->hunt, &p->hunt, sizeof s->hunt);
  exchange(&s->hunt_inputs, &p->hunt_inputs, sizeof s->hunt_inputs);
  exchange(&s->seeds, &p->seeds, sizeof s->seeds);
  exchange(&s->recorder.result->runs, &p->runs, sizeof p->runs);
}

static void aim_recorder(struct search *s) {
  s->recorder.sym = s->sym;
  s->recorder.smt = s->smt;
  s->recorder.vm = s->vm;
  s->recorder.dpor = s->dpor;
  s->recorder.relevance = s->engine >= ENGINE_DPOR ? NULL : s->relevance.flags;
  s->recorder.round = ENGINE_COUNT * s->deepening.bound + s->engine;
}

void search_switch_to(struct search *s, enum engine next) {
  s->paused[s->engine].opened = true;
  search_change_places(s, &s->paused[s->engine]);
  search_change_places(s, &s->paused[next]);
  s->engine = next;
  aim_recorder(s);
  if (!s->paused[next].opened) search_open_round(s, next < ENGINE_DPOR);
}

/* Summaries may be of use where states of control come back with other data. */
static bool has_other_data(const struct search *s) {
  enum { SHARE = 16, COUNTED = 1 << 14 };
  if (s->paused[ENGINE_SUMMARIES].opened) return true;
  struct stateful_stats stats =
      stateful_stats(s->engine == ENGINE_STATEFUL ? s->stateful : s->paused[ENGINE_STATEFUL].stateful);
  return stats.revisits && stats.revisits * SHARE >= (stats.states < COUNTED ? stats.states : COUNTED);
}

static bool hunts(const struct search *s) {
  const struct explore_config *config = &s->options->config;
  return config->hunt > 0 && config->tests != TESTS_PATHS && !s->hunted_out;
}

void search_note_turn(const struct search *s, struct turns *t) {
  t->hunts = hunts(s);
  t->too_many = s->too_many;
  if (t->searching == ENGINE_STATEFUL) t->summaries = has_other_data(s);
}

/* ---- the order ---- */

/* In a round all searches have their turns, the one with summaries only where that may be of use. */
static enum engine next_engine(const struct turns *t) {
  if (t->without_dpor && !t->too_many)
    return t->searching == ENGINE_STATEFUL && t->summaries ? ENGINE_SUMMARIES : ENGINE_STATEFUL;
  if (t->searching == ENGINE_STATEFUL) return ENGINE_DPOR;
  if (t->searching == ENGINE_DPOR && t->summaries && !t->too_many) return ENGINE_SUMMARIES;
  return t->too_many ? ENGINE_DPOR : ENGINE_STATEFUL;
}

static bool is_new_round(const struct turns *t, enum engine next) {
  return next == ENGINE_STATEFUL || (next == ENGINE_DPOR && t->searching != ENGINE_STATEFUL);
}

/* A lookup costs as much as eight events of the scheduler, a summary twice that. The scheduler has twice the time of
   the others, so that it ends no later than it would alone by more than a small factor. With a first turn that is given
   all have the same. */
static uint64_t events_of(const struct turns *t) {
  if (t->first || t->searching == ENGINE_STATEFUL) return t->share;
  return t->searching == ENGINE_DPOR ? 16 * t->share : t->share / 2;
}

static struct turn next_search(struct turns *t) {
  enum engine next = t->begun ? next_engine(t) : t->too_many ? ENGINE_DPOR : t->searching;
  if (t->begun && is_new_round(t, next)) {
    t->share *= 2;
    t->without_dpor -= t->without_dpor > 0;
  }
  uint64_t known = t->begun ? 0 : t->known, share;
  t->searching = next;
  t->begun = true;
  t->phase = TURNS_HUNT;
  share = events_of(t);
  return (struct turn){next, known > share ? known : share};
}

/* Hunting has its share of all, so a little more of what the others have. */
struct turn turns_next(struct turns *t) {
  if (t->only) {
    t->share *= 2;
    return (struct turn){ENGINE_STATEFUL, t->share};
  }
  switch (t->phase) {
  case TURNS_EARLY_SEARCH:
    t->phase = TURNS_EARLY_HUNT;
    return (struct turn){t->searching, t->first ? t->first : EARLY_SHARE};
  case TURNS_EARLY_HUNT:
    t->phase = TURNS_SEARCH;
    return (struct turn){ENGINE_HUNT, t->first ? 8 * t->first : EARLY_HUNT};
  case TURNS_HUNT:
    if (!t->hunts) break;
    t->phase = TURNS_SEARCH;
    return (struct turn){ENGINE_HUNT, (uint64_t)((double)events_of(t) * t->hunt / (1 - t->hunt))};
  case TURNS_SEARCH: break;
  }
  return next_search(t);
}

/* ---- one process ---- */

/* True: one of the searches has come to its end. */
static bool take_turn(struct search *s, struct turn turn) {
  if (turn.engine != s->engine) search_switch_to(s, turn.engine);
  s->until = search_done(s) + turn.share;
  s->looked = s->switches;
  s->waits = false;
  search_all(s);
  return !s->waits;
}

/* The scheduler takes over where there are too many threads for the other one. */
static void search_alone(struct search *s) {
  s->until = 0;
  s->waits = false;
  search_all(s);
  if (!s->too_many || !s->waits) return;
  search_switch_to(s, ENGINE_DPOR);
  s->waits = false;
  search_all(s);
}

static uint64_t first_share(struct explore_first known, enum engine engine, uint64_t least) {
  uint64_t share = known.engine == engine ? KNOWN_TIMES * known.events : 0;
  return share > least ? share : least;
}

/* Without threads there is nothing to schedule: every path, or what summaries leave of them. Where nothing is
   known summaries go first, for a moment: small programs leave them to the next version. */
static void search_sequential(struct search *s) {
  struct explore_first known = s->options->reuse.first;
  uint64_t share = first_share(known, ENGINE_STATEFUL, SEQUENTIAL_SHARE);
  struct turn early = {ENGINE_SUMMARIES, first_share(known, ENGINE_SUMMARIES, FIRST_SUMMARIES)};
  bool told = known.events && known.engine == ENGINE_STATEFUL;
  if (!told && take_turn(s, early)) return;
  while (!take_turn(s, (struct turn){ENGINE_STATEFUL, share}) && !take_turn(s, (struct turn){ENGINE_SUMMARIES, share}))
    share *= 2;
}

/* Which search is best depends on the program, and nothing tells before: whether states outnumber traces, or data that
   no longer matters makes states differ. So they go on in turn, each time for twice as long, until one of them has
   ended: that costs a small factor more than the best one. Or beside each other, once the program is not small. */
void search_in_turn(struct search *s) {
  uint64_t first = s->options->config.first_turn;
  struct explore_first known = s->options->reuse.first;
  bool told = !first && known.events && known.engine < ENGINE_HUNT;
  s->until = 0;
  s->turns = (struct turns){.phase = hunts(s) ? TURNS_EARLY_SEARCH : TURNS_SEARCH,
                            .searching = told && known.engine == ENGINE_DPOR ? ENGINE_DPOR : s->engine,
                            .known = told ? KNOWN_TIMES * known.events : 0,
                            .without_dpor = told && known.engine != ENGINE_DPOR ? KNOWN_ROUNDS : 0,
                            .first = first,
                            .share = first ? first : FIRST_SHARE,
                            .hunt = s->options->config.hunt,
                            .hunts = hunts(s)};
  s->turns.only = s->options->config.prune == PRUNE_EXACT;
  if (!s->stateful || search_wants_summaries(s) || (s->turns.only && !beside_may_come(s))) {
    search_alone(s);
    return;
  }
  if (s->options->reuse.in_turn) {
    search_sequential(s);
    return;
  }
  s->before.count = 0;
  do {
    struct turn turn = turns_next(&s->turns);
    vec_push(&s->before, turn);
    if (take_turn(s, turn)) return;
    search_note_turn(s, &s->turns);
    if (s->turns.only && s->too_many) {
      search_alone(s);
      return;
    }
  } while (!beside_is_wanted(s) || !beside_search(s));
}
