/* An exploration whose runs are looked at for targets when they end. A summary knows failures only, but also which
   reads lie below it: a run of pairs is cut where none of them would see a write with which it makes a pair that is
   still open. What lies below and makes pairs with each other was seen when the summary was made. */
#include "augment/exhaust.h"

#include <stdlib.h>
#include <string.h>

#include "augment/coverage.h"
#include "augment/summary_trial.h"
#include "explore/recorder.h"
#include "suite/meta.h"
#include "util/mem.h"

enum { MOST_TRIES = 100 };

struct search {
  const struct exhaust_request *request;
  struct exhaust *exhaust;
  struct coverage *coverage;
  bool enough, partial;
};

/* One for which another run is of use. */
static bool is_wanted(const struct search *s, uint32_t target) {
  return s->request->targets->list.data[target].status == TARGET_OPEN && s->exhaust->met[target] < MOST_TRIES;
}

static bool has_wanted(const struct search *s, const struct coverage_hit *hits, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (is_wanted(s, hits[i].target)) return true;
  return false;
}

/* Does the run, as far as it was followed, meet one of these? */
static bool meets_wanted(const struct search *s) {
  uint32_t count;
  const struct coverage_hit *hits = coverage_hits(s->coverage, &count);
  return has_wanted(s, hits, count);
}

/* Does the run meet something that is still open? Not every run can be made a test: what a thread does behind the
   failure of another one cannot. So there are some tries for each. */
static bool is_worth_trying(struct search *s) {
  uint32_t count;
  const struct coverage_hit *hits = coverage_hits(s->coverage, &count);
  bool worth = false;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t t = hits[i].target;
    if (!is_wanted(s, t)) continue;
    s->exhaust->met[t]++;
    worth = true;
  }
  return worth;
}

static bool is_step_of(const char *line, const char *thread) {
  size_t length = strlen(thread);
  return !strncmp(line, thread, length) && line[length] == ' ';
}

/* The last step of a thread in a schedule, NULL: it has none. */
static char *last_step(char *text, const char *thread) {
  char *last = NULL;
  for (char *line = text; *line; line += strcspn(line, "\n") + 1)
    if (is_step_of(line, thread)) last = line;
  return last;
}

/* Takes the last step of a thread out of a schedule and puts it behind all others. */
static void put_last(char *text, const char *thread) {
  char *last = last_step(text, thread);
  if (!last) return;
  size_t length = strcspn(last, "\n") + 1, rest = strlen(last + length);
  char *copy = mem_alloc(length);
  memcpy(copy, last, length);
  memmove(last, last + length, rest);
  memcpy(last + rest, copy, length);
  free(copy);
}

/* What others did after a thread had failed they could have done before. `first`: of those that failed. */
static void delay_failures(const struct vm *vm, uint32_t first, char *schedule) {
  put_last(schedule, vm_name_of_thread(vm, first));
  for (uint32_t t = 0; t < vm_thread_count(vm); t++)
    if (t != first && vm_thread_status(vm, t) == THREAD_STOPPED) put_last(schedule, vm_name_of_thread(vm, t));
}

/* Or they do not do it at all. */
static void end_with(const struct vm *vm, uint32_t thread, char *schedule) {
  char *last = last_step(schedule, vm_name_of_thread(vm, thread));
  if (last) last[strcspn(last, "\n") + 1] = 0;
}

/* Only one of several failures can be the end of a test. */
static void try_failure(struct search *s, struct recorder *recorder, uint32_t thread,
                        void (*change)(const struct vm *vm, uint32_t thread, char *schedule)) {
  struct ktest test;
  recorder_capture(recorder, &test);
  for (uint32_t i = 0; i < test.nobjects; i++) {
    struct ktest_object *o = &test.objects[i];
    if (strcmp(o->name, META_SCHEDULE)) continue;
    o->bytes = mem_resize(o->bytes, o->size + 1u);
    o->bytes[o->size] = 0;
    change(recorder->vm, thread, (char *)o->bytes);
    o->size = (uint32_t)strlen((char *)o->bytes);
  }
  s->enough = s->request->met(s->request->context, &test);
}

static bool try_run(struct search *s, struct recorder *recorder) {
  const struct vm *vm = recorder->vm;
  struct ktest test;
  bool failed = false;
  for (uint32_t t = 0; t < vm_thread_count(vm) && !s->enough; t++) {
    if (vm_thread_status(vm, t) != THREAD_STOPPED) continue;
    failed = true;
    try_failure(s, recorder, t, delay_failures);
    if (!s->enough && meets_wanted(s)) try_failure(s, recorder, t, end_with);
  }
  if (failed) return s->enough;
  recorder_capture(recorder, &test);
  s->enough = s->request->met(s->request->context, &test);
  return s->enough;
}

static void on_begin(void *context) {
  struct search *s = context;
  coverage_restart(s->coverage);
  s->partial = false;
}

static bool on_ended(void *context, struct recorder *recorder) {
  struct search *s = context;
  coverage_follow(s->coverage, recorder->vm);
  s->partial |= coverage_is_partial(s->coverage, recorder->vm);
  return is_worth_trying(s) && try_run(s, recorder);
}

/* A run that has met something itself goes on to its end, to become a test. */
static bool may_cut(void *context, struct vm *vm, const struct vm_access *reads, uint32_t nreads) {
  struct search *s = context;
  uint32_t count;
  coverage_follow(s->coverage, vm);
  if (meets_wanted(s)) return false;
  for (uint32_t i = 0; i < nreads; i++) {
    const struct coverage_hit *reach = coverage_can_meet(s->coverage, vm, &reads[i], &count);
    if (has_wanted(s, reach, count)) return false;
  }
  return true;
}

/* The reads of open pairs, per instruction. */
static uint8_t *find_readers(const struct exhaust_request *request) {
  uint8_t *readers = mem_zalloc(request->program->nins + 1);
  for (uint32_t i = 0; i < request->targets->list.count; i++)
    if (request->targets->list.data[i].status == TARGET_OPEN) readers[request->targets->list.data[i].second] = 1;
  return readers;
}

/* A call of the library stands for the accesses that are made there. */
static void add_library(const struct ir_program *p, const struct statics *statics, uint32_t call, uint8_t *marked,
                        struct static_set *set) {
  const uint32_t *callees;
  uint32_t count = static_callees(statics, call, &callees);
  for (uint32_t k = 0; k < count; k++) {
    const struct ir_function *f = &p->functions[callees[k]];
    if (marked[callees[k]] || !(f->flags & IR_FN_LIBRARY)) continue;
    marked[callees[k]] = 1;
    for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
      enum ir_class class = ir_ops[p->ins[i].op].class;
      if (class == IR_CLASS_MEM || class == IR_CLASS_SYNC) static_set_add(set, i);
      if (p->ins[i].op == IR_CALL || p->ins[i].op == IR_ICALL) add_library(p, statics, i, marked, set);
    }
  }
}

static void add_end(const struct exhaust_request *request, const struct statics *statics, uint32_t ins, uint8_t *marked,
                    struct static_set *set) {
  const struct ir_program *p = request->program;
  static_set_add(set, ins);
  if (p->ins[ins].op == IR_CALL || p->ins[ins].op == IR_ICALL) add_library(p, statics, ins, marked, set);
}

/* Both ends of what is still open. */
static struct static_set find_ends(const struct exhaust_request *request, const struct statics *statics) {
  struct static_set set = static_set_new(statics);
  uint8_t *marked = mem_zalloc(request->program->nfunctions + 1);
  for (uint32_t i = 0; i < request->targets->list.count; i++) {
    const struct target *t = &request->targets->list.data[i];
    if (t->status != TARGET_OPEN) continue;
    add_end(request, statics, t->first, marked, &set);
    if (request->targets->criterion == CRITERION_PAIRS) add_end(request, statics, t->second, marked, &set);
  }
  free(marked);
  return set;
}

static void explore(const struct exhaust_request *request, struct exhaust *exhaust, struct explore_options *options) {
  struct search s = {
      .request = request, .exhaust = exhaust, .coverage = coverage_open(request->program, request->targets)};
  uint8_t *readers = find_readers(request);
  struct explore_cuts cuts = {.context = &s, .wanted = readers, .may_cut = may_cut};
  struct summary_trial_request trial = {
      .program = request->program, .options = options, .context = &s, .begins = on_begin, .ended = on_ended};
  if (request->hooks) trial.progress = request->hooks->progress, trial.progress_context = request->hooks->context;
  options->goal.cuts = &cuts; // cppcheck-suppress autoVariables ; taken back below
  summary_trial_explore(&trial, &exhaust->result, &exhaust->solver);
  options->goal.cuts = NULL;
  exhaust->complete = !exhaust->result.reasons.count && !s.enough && !s.partial;
  coverage_close(s.coverage);
  free(readers);
}

void exhaust_run(const struct exhaust_request *request, struct exhaust *exhaust) {
  struct explore_options options = *request->options;
  struct statics *own = request->statics ? NULL : static_open(request->program);
  const struct statics *statics = own ? own : request->statics;
  struct static_set ends = find_ends(request, statics);
  *exhaust = (struct exhaust){.met = mem_zalloc(request->targets->list.count + 1)};
  coverage_prepare(request->targets, &options.goal);
  options.config.tests = TESTS_NONE;
  options.output.out_dir = NULL;
  options.goal.statics = statics;
  options.config.strategy = request->whole ? STRATEGY_DPOR : STRATEGY_GUIDED;
  options.goal.targets_whole = true;
  options.goal.targets = request->whole ? NULL : &ends;
  options.goal.without_failures = !request->whole; /* elsewhere they may be other ones than those of the program */
  options.goal.without_summaries = request->whole || request->targets->criterion != CRITERION_PAIRS;
  options.reuse.known = NULL; /* nobody has looked at what those read */
  options.reuse.load_summaries = NULL;
  explore(request, exhaust, &options);
  static_set_free(&ends);
  if (own) static_close(own);
}

void exhaust_free(struct exhaust *exhaust) {
  free(exhaust->met);
  result_free(&exhaust->result);
}
