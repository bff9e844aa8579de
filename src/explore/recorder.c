/* Failures, runs and reasons as they come from the machine, into the result and the test directory. */
#include "explore/recorder.h"

#include <inttypes.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "explore/schedule.h"
#include "suite/folder.h"
#include "suite/keep.h"
#include "suite/meta.h"
#include "util/assert.h"
#include "util/error.h"
#include "util/map.h"
#include "vm/names.h"

enum { MOST_FRAMES = 64, NAME_BYTES = 256 };

void recorder_open(struct recorder *r, const struct ir_program *program, const struct explore_options *options,
                   struct result *result) {
  *r = (struct recorder){.program = program, .options = options, .result = result, .out_dir = -1};
  if (!options->output.out_dir || options->config.tests == TESTS_NONE) return;
  r->out_dir = open(options->output.out_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (r->out_dir < 0)
    error_exit(EXIT_USAGE, "cannot open the directory %s: %s", options->output.out_dir, strerror(errno));
  result->artefacts.tests_dir = result_text(result, "%s", options->output.out_dir);
}

void recorder_close(struct recorder *r) {
  ASSERT(!r->concrete); /* a run that was made concrete is unsettled again */
  if (r->out_dir >= 0) close(r->out_dir);
  ktest_writer_free(&r->writer);
  map_free(&r->seen);
  vec_free(&r->unconfirmed);
  map_free(&r->judged);
  map_free(&r->left);
  map_free(&r->written);
  recorder_drop_tests(r);
  vec_free(&r->tests);
}

void recorder_drop_tests(struct recorder *r) {
  for (uint32_t i = 0; i < r->tests.count; i++) free(r->tests.data[i].bytes);
  r->tests.count = 0;
}

static void model_bytes(struct recorder *r, const struct sym_input *input, uint8_t *bytes) {
  uint32_t nvars;
  const uint8_t *model = smt_model(r->smt, &nvars);
  for (uint32_t i = 0; i < input->size; i++) bytes[i] = input->first + i < nvars ? model[input->first + i] : 0;
}

static bool depends(struct recorder *r, const sym_id *conditions, uint32_t count, const struct sym_input *input) {
  for (uint32_t c = 0; c < count; c++) {
    uint32_t n;
    const uint32_t *support = sym_support(r->sym, conditions[c], &n);
    for (uint32_t i = 0; i < n; i++)
      if (support[i] >= input->first && support[i] < input->first + input->size) return true;
  }
  return false;
}

/* Contents of memory that nobody wrote belong to a test only if the path depends on them. */
static bool on_path(struct recorder *r, const struct sym_input *input) {
  uint32_t constraints, freed;
  const sym_id *path = smt_path(r->smt, &constraints), *free_conditions = vm_irrelevant_conditions(r->vm, &freed);
  return depends(r, path, constraints, input) || depends(r, free_conditions, freed, input);
}

static bool wanted(struct recorder *r, const struct sym_input *input) {
  return input->kind == SYM_INPUT || on_path(r, input);
}

/* They are zero unless a test says otherwise. */
static bool exactly_wanted(const struct concrete_run_input *input) {
  for (uint32_t i = 0; i < input->size; i++)
    if (input->bytes[i]) return true;
  return input->kind == SYM_INPUT;
}

static void add_concrete_inputs(struct recorder *r) {
  for (uint32_t i = 0; i < r->concrete->inputs.count; i++) {
    const struct concrete_run_input *input = &r->concrete->inputs.data[i];
    if (exactly_wanted(input)) ktest_add(&r->writer, input->name, input->bytes, input->size);
  }
}

static void add_inputs(struct recorder *r) {
  uint8_t small[256];
  if (r->concrete) {
    add_concrete_inputs(r);
    return;
  }
  for (uint32_t i = 0; i < vm_inputs(r->vm); i++) {
    const struct sym_input *input = vm_input(r->vm, i);
    if (!wanted(r, input)) continue;
    uint8_t *bytes = input->size <= sizeof small ? small : mem_alloc(input->size);
    model_bytes(r, input, bytes);
    ktest_add(&r->writer, input->name, bytes, input->size);
    if (bytes != small) free(bytes);
  }
}

/* Freed by the caller; NULL: there is only one thread. */
static char *schedule_of(struct recorder *r) {
  if (!r->concrete) return schedule_encode(r->vm, r->dpor);
  return r->concrete->schedule ? mem_strdup(r->concrete->schedule) : NULL;
}

/* Inputs alone say which path is taken only where every path is walked and there is one thread. */
static bool reuse_test(struct recorder *r, const char *suffix, char *name, size_t capacity) {
  if (!r->seeds || !r->seeds->ntests || r->options->config.tests != TESTS_PATHS || seeds_has_threads(r->vm))
    return false;
  uint64_t path = r->concrete ? r->concrete->path : vm_path_hash(r->vm, *suffix);
  uint32_t number = seeds_end_path(r->seeds, r->vm, *suffix ? suffix : NULL, path, r->result);
  if (number == UINT32_MAX) return false;
  const char *file = r->options->reuse.seeds->tests->tests.data[number].path, *slash = strrchr(file, '/');
  snprintf(name, capacity, "%s", slash ? slash + 1 : file);
  return true;
}

static uint64_t test_key(const char *suffix, uint64_t path, const char *schedule) {
  return hash_join(hash_join(path, hash_bytes(suffix, strlen(suffix))),
                   schedule ? hash_bytes(schedule, strlen(schedule)) : 0);
}

bool recorder_is_written(struct recorder *r, uint64_t key) {
  uint32_t round;
  if (map_get(&r->written, key, &round)) return round != r->round;
  map_put(&r->written, key, r->round);
  return false;
}

static bool put_test(struct recorder *r, uint64_t key, const char *name) {
  if (!r->lists_tests) return ktest_write(&r->writer, r->out_dir, name);
  struct recorder_test test = {.key = key, .name = result_text(r->result, "%s", name), .size = r->writer.used};
  ktest_end(&r->writer);
  test.bytes = memcpy(mem_alloc(test.size), r->writer.buffer, test.size);
  vec_push(&r->tests, test);
  return true;
}

/* Writes the current path with the solver's model as a test; the name is relative to the directory. Without a verdict
   it says nothing about what follows behind the path. */
static bool write_test(struct recorder *r, const char *suffix, const char *verdict, char *name, size_t capacity) {
  if (r->out_dir < 0) return false;
  if (reuse_test(r, suffix, name, capacity)) return true;
  uint64_t hash = r->concrete ? r->concrete->path : vm_path_hash(r->vm, *suffix);
  char path[META_PATH_DIGITS + 1], *schedule = schedule_of(r);
  uint64_t key = test_key(suffix, hash, schedule);
  if (recorder_is_written(r, key)) {
    free(schedule);
    return false;
  }
  const char *arguments[] = {r->options->config.program_name ? r->options->config.program_name : "program"};
  if (r->instead_of) snprintf(name, capacity, "%s", keep_name(r->instead_of));
  else
    snprintf(name, capacity, "test%06" PRIu64 "%s%s.ktest",
             r->options->output.tests_before + r->result->artefacts.tests_new + 1, *suffix ? "." : "", suffix);
  ktest_begin(&r->writer, arguments, 1);
  add_inputs(r);
  meta_path_encode(hash, path);
  if (verdict) {
    ktest_add(&r->writer, META_VERDICT, verdict, (uint32_t)strlen(verdict));
    ktest_add(&r->writer, META_PATH, path, META_PATH_DIGITS);
  }
  if (schedule) ktest_add(&r->writer, META_SCHEDULE, schedule, (uint32_t)strlen(schedule));
  free(schedule);
  if (r->options->output.program_text)
    ktest_add(&r->writer, META_PROGRAM, r->options->output.program_text,
              (uint32_t)strlen(r->options->output.program_text));
  if (!put_test(r, key, name)) {
    if (!r->write_failed)
      result_add_reason(r->result, result_text(r->result, "cannot write %s/%s: %s", r->options->output.out_dir, name,
                                               strerror(errno)));
    r->write_failed = true;
    return false;
  }
  r->result->artefacts.tests_new += !r->instead_of;
  return true;
}

static void copy_input(struct recorder *r, struct result_failure *failure, struct result_input input, uint32_t ins) {
  struct result_frame place = {0};
  if (ins != IR_NONE) place = vm_frame_at(r->vm, ins);
  input.name = result_text(r->result, "%s", input.name);
  input.file = place.line ? result_text(r->result, "%s", place.file) : NULL;
  input.line = place.line;
  failure->inputs[failure->ninputs++] = input;
}

static void copy_concrete_inputs(struct recorder *r, struct result_failure *failure) {
  uint32_t n = r->concrete->inputs.count;
  failure->inputs = arena_alloc(&r->result->memory, n * sizeof *failure->inputs);
  for (uint32_t i = 0; i < n; i++) {
    const struct concrete_run_input *input = &r->concrete->inputs.data[i];
    if (!exactly_wanted(input)) continue;
    uint8_t *bytes = arena_alloc(&r->result->memory, input->size);
    memcpy(bytes, input->bytes, input->size);
    copy_input(r, failure, (struct result_input){input->name, bytes, input->size, NULL, 0}, input->ins);
  }
}

static void copy_inputs(struct recorder *r, struct result_failure *failure) {
  uint32_t n = vm_inputs(r->vm);
  if (r->concrete) {
    copy_concrete_inputs(r, failure);
    return;
  }
  failure->inputs = arena_alloc(&r->result->memory, n * sizeof *failure->inputs);
  for (uint32_t i = 0; i < n; i++) {
    const struct sym_input *input = vm_input(r->vm, i);
    if (!wanted(r, input)) continue;
    uint8_t *bytes = arena_alloc(&r->result->memory, input->size);
    model_bytes(r, input, bytes);
    copy_input(r, failure, (struct result_input){input->name, bytes, input->size, NULL, 0}, vm_input_ins(r->vm, i));
  }
}

static void copy_stack(struct recorder *r, struct result_failure *failure) {
  struct result_frame frames[MOST_FRAMES];
  uint32_t n = vm_call_stack(r->vm, frames, MOST_FRAMES, false);
  if (!n) n = vm_call_stack(r->vm, frames, MOST_FRAMES, true);
  failure->frames = arena_alloc(&r->result->memory, n * sizeof *failure->frames);
  failure->nframes = n;
  for (uint32_t i = 0; i < n; i++) {
    failure->frames[i] = frames[i];
    failure->frames[i].function = result_text(r->result, "%s", frames[i].function);
    failure->frames[i].file = result_text(r->result, "%s", frames[i].file);
  }
}

/* ---- how the run came to differ from the old version's ---- */

static const char *value_text(struct recorder *r, bool known, uint64_t value, sym_id term) {
  if (term) value = smt_value(r->smt, r->sym, term);
  return known || term ? result_text(r->result, "%llu", (unsigned long long)value) : "";
}

/* How the source calls what differs. */
static const char *name_of(struct recorder *r, const struct vm_divergence *d) {
  const struct ir_program *p = r->program;
  struct vm_where where;
  if (d->what == VM_DIFFERS_VARIABLE && d->reg != IR_NONE)
    return result_text(r->result, "%s", ir_text(p, p->regs[p->functions[d->function].first_reg + d->reg].name));
  if (d->what == VM_DIFFERS_MEMORY && vm_locate(r->vm, d->address, &where))
    return result_text(r->result, "%s", where.name);
  return "";
}

static const struct result_divergence *describe_divergence(struct recorder *r) {
  static const char *const words[] = {[VM_DIFFERS_CONTROL] = "control",
                                      [VM_DIFFERS_VARIABLE] = "variable",
                                      [VM_DIFFERS_MEMORY] = "memory",
                                      [VM_DIFFERS_RESULT] = "result",
                                      [VM_DIFFERS_OPERAND] = "operand"};
  const struct vm_divergence *d = vm_divergence(r->vm);
  if (!d) return NULL;
  const struct ir_program *new = r->program, *old = r->options->goal.divergence->other->program;
  const struct ir_loc *here = &new->locs[new->ins[d->entry].loc], *there = &old->locs[old->ins[d->old_entry].loc];
  struct result_divergence *to = arena_alloc(&r->result->memory, sizeof *to);
  *to = (struct result_divergence){.file = result_text(r->result, "%s", ir_text(new, here->file)),
                                   .line = here->line,
                                   .old_file = result_text(r->result, "%s", ir_text(old, there->file)),
                                   .old_line = there->line,
                                   .what = words[d->what],
                                   .name = name_of(r, d),
                                   .old_value = value_text(r, d->old_known, d->old_value, d->old_term),
                                   .new_value = value_text(r, d->new_known, d->new_value, d->new_term)};
  to->function = result_text(r->result, "%s", ir_text(new, ir_function_of(new, d->entry)->name));
  to->thread = result_text(r->result, "%s", vm_name_of_thread(r->vm, d->thread));
  return to;
}

static struct result_failure describe(struct recorder *r, enum failure_kind kind, const char *message,
                                      const char *detail) {
  struct result_failure failure = {
      .kind = kind, .run = r->result->runs.full, .site = vm_failing_ins(r->vm), .other_site = IR_NONE};
  failure.message = result_text(r->result, "%s", message);
  failure.detail = detail ? result_text(r->result, "%s", detail) : NULL;
  failure.thread = result_text(r->result, "%s", vm_thread_name(r->vm));
  failure.divergence = describe_divergence(r);
  copy_stack(r, &failure);
  copy_inputs(r, &failure);
  return failure;
}

/* Only of what is reported: there may be as many failing runs as runs. */
static void keep_schedule(struct recorder *r, struct result_failure *failure) {
  char *schedule = schedule_of(r);
  if (schedule) failure->schedule = result_text(r->result, "%s", schedule);
  free(schedule);
}

/* ---- making a run exact ---- */

/* The model fulfils what irrelevant decisions took, or another one of the path that does becomes the model. */
static bool fulfil(struct recorder *r, const sym_id *conditions, uint32_t count) {
  sym_id all = sym_const(r->sym, 1, 1);
  for (uint32_t i = 0; i < count; i++) all = sym_binary(r->sym, SYM_AND, all, conditions[i]);
  if (sym_is_true(r->sym, all) || smt_value(r->smt, r->sym, all)) return true;
  if (smt_check(r->smt, all) != SMT_SAT) return false;
  smt_assume(r->smt, all);
  return true;
}

/* A run with irrelevant decisions becomes one that its inputs really make. False: that could not be done. */
struct settled {
  struct smt_mark mark;
  struct concrete_run concrete;
};
static bool settle(struct recorder *r, const struct concrete_run_goal *wanted, struct settled *s) {
  uint32_t count;
  const sym_id *conditions = vm_irrelevant_conditions(r->vm, &count);
  *s = (struct settled){.mark = smt_mark(r->smt)};
  if (!vm_has_skipped(r->vm) && fulfil(r, conditions, count)) return true;
  struct concrete_run_source source = {.program = r->program,
                                       .config = &r->options->config,
                                       .goal = &r->options->goal,
                                       .relevance = r->relevance,
                                       .vm = r->vm,
                                       .dpor = r->dpor,
                                       .context = r->context,
                                       .poll = r->poll};
  source.model = smt_model(r->smt, &source.nvars);
  if (!concrete_run_execute(&source, wanted, &s->concrete)) return false;
  r->concrete = &s->concrete;
  return true;
}

static void unsettle(struct recorder *r, struct settled *s) {
  r->concrete = NULL;
  concrete_run_free(&s->concrete);
  smt_rewind(r->smt, s->mark);
}

static void report_inexact(struct recorder *r) {
  recorder_incomplete(r, "a run could not be repeated exactly with its inputs; what it showed is left out");
}

/* ---- failures ---- */

static uint64_t key_here(struct recorder *r, enum failure_kind kind, const char *message) {
  struct failure_point point = failure_point(kind, vm_failing_ins(r->vm), 0, message);
  return failure_key(&point);
}

void recorder_add_site(struct recorder *r, struct result_failure *failure, uint32_t site) {
  for (uint32_t i = 0; i < failure->nsites; i++)
    if (failure->sites[i] == site) return;
  uint32_t *longer = arena_alloc(&r->result->memory, (failure->nsites + 1) * sizeof *longer);
  if (failure->nsites) memcpy(longer, failure->sites, failure->nsites * sizeof *longer);
  longer[failure->nsites++] = site;
  failure->sites = longer;
}

/* One thread's place names a deadlock; the other threads may wait at other places in other runs. */
static void add_waiting_sites(struct recorder *r, struct result_failure *failure) {
  uint32_t before = vm_current_thread(r->vm);
  for (uint32_t t = 0; t < vm_thread_count(r->vm); t++) {
    if (vm_thread_status(r->vm, t) != THREAD_READY) continue;
    vm_look_at(r->vm, t);
    recorder_add_site(r, failure, vm_failing_ins(r->vm));
  }
  vm_look_at(r->vm, before);
}

static void write_failing_test(struct recorder *r, struct result_failure *failure) {
  char name[NAME_BYTES];
  struct meta_verdict verdict = {.kind = failure_kind_text(failure->kind), .message = failure->message};
  verdict.file = failure->nframes ? failure->frames[0].file : "";
  verdict.line = failure->nframes ? failure->frames[0].line : 0;
  char *text = meta_verdict_encode(&verdict);
  if (write_test(r, verdict.kind, text, name, sizeof name))
    failure->test = result_text(r->result, "%s/%s", r->options->output.out_dir, name);
  free(text);
}

/* Nobody reads a hundred thousand files: from some number on only failures get their tests. */
static bool has_room(struct recorder *r) {
  uint64_t most = r->options->config.max_tests;
  if (!most || r->result->artefacts.tests_new < most) return true;
  result_add_note(r->result, result_text(r->result,
                                         "%" PRIu64 " tests were written: further runs get none unless they fail at a "
                                         "new place (--max-tests)",
                                         most));
  return false;
}

bool recorder_wants_every(struct recorder *r) {
  enum explore_tests tests = r->options->config.tests;
  return r->out_dir >= 0 && (tests == TESTS_RUNS || tests == TESTS_PATHS) && has_room(r);
}

static void judge(struct recorder *r, struct result_failure *failure) {
  if (r->options->goal.judge) r->options->goal.judge->judge(r->options->goal.judge->context, failure);
}

static void add_failure(struct recorder *r, enum failure_kind kind, const char *message, const char *detail,
                        bool fresh) {
  struct result_failure failure = describe(r, kind, message, detail);
  write_failing_test(r, &failure);
  if (!fresh) return;
  if (kind == FAILURE_DEADLOCK) add_waiting_sites(r, &failure);
  keep_schedule(r, &failure);
  judge(r, &failure);
  vec_push(&r->result->failures, failure);
}

/* The decisions on inputs, whichever search made them. */
static uint64_t path_key(struct recorder *r) {
  uint32_t count;
  const sym_id *path = smt_path(r->smt, &count);
  uint64_t key = 0;
  for (uint32_t i = 0; i < count; i++) key += hash_mix(sym_hash_of(r->sym, path[i]).low);
  return key;
}

static bool counts_on(struct map *counts, uint64_t key, uint32_t most) {
  uint32_t before = 0;
  map_get(counts, key, &before);
  if (before < most) map_put(counts, key, before + 1);
  return before < most;
}

/* Runs with the same decisions have the same inputs, so the old version fails with all of them or with none: one of
   them is looked at. Of those that differ in their schedules alone a few more are. */
static bool is_judged(struct recorder *r, uint32_t number) {
  enum { MOST_SCHEDULES = 8 };
  if (counts_on(&r->judged, hash_join(path_key(r), number), 1)) return false;
  return !counts_on(&r->judged, number, MOST_SCHEDULES);
}

/* Is a further run that fails at the place of this failure worth a look? */
static bool is_open(const struct recorder *r, const struct result_failure *known) {
  return r->options->goal.judge && known->age != AGE_NEW;
}

bool recorder_has_open(const struct recorder *r) {
  for (uint32_t i = 0; i < r->result->failures.count; i++)
    if (is_open(r, &r->result->failures.data[i])) return true;
  return false;
}

/* The age of the run at hand; what it needs meanwhile is not kept: most of such runs show nothing new. */
static enum result_age age_of_run(struct recorder *r, enum failure_kind kind, const char *message, bool *also_old) {
  struct result *all = r->result, scratch = {0};
  r->result = &scratch;
  struct result_failure failure = describe(r, kind, message, NULL);
  keep_schedule(r, &failure);
  r->result = all;
  judge(r, &failure);
  *also_old = failure.also_old;
  result_free(&scratch);
  return failure.age;
}

/* A run that is new stands for its place from now on, and its test is there in place of one that is not, unless all are
   kept. What is not known of any of the runs there is not known of the place. */
static bool judge_again(struct recorder *r, uint32_t number, enum failure_kind kind, const char *message,
                        const char *detail) {
  struct result_failure *known = &r->result->failures.data[number];
  bool also_old;
  enum result_age age = age_of_run(r, kind, message, &also_old);
  if (age == AGE_UNKNOWN) known->age = age;
  if (age != AGE_NEW) return false;
  struct result_failure failure = describe(r, kind, message, detail);
  keep_schedule(r, &failure);
  failure.age = age;
  failure.also_old = also_old;
  failure.sites = known->sites;
  failure.nsites = known->nsites;
  r->instead_of = recorder_wants_every(r) ? NULL : known->test;
  write_failing_test(r, &failure);
  r->instead_of = NULL;
  *known = failure;
  return true;
}

/* Where several processes share the work, each reports what belongs to it. */
static bool is_mine(struct recorder *r) { return !r->seeds || seeds_own_path(r->seeds); }

void recorder_failure(struct recorder *r, enum failure_kind kind, const char *message, const char *detail) {
  ASSERT(r->vm && r->smt && message);
  r->incidents++;
  if (!is_mine(r)) return;
  if (kind == FAILURE_LEAK) r->leaks = true;
  else if (!vm_is_threaded(r->vm)) r->result->runs.full++; /* else the run goes on and is counted at its end */
  if (r->options->goal.without_failures) return;
  uint64_t key = key_here(r, kind, message);
  uint32_t number; /* of the failure, if it is an old one */
  bool fresh = !map_get(&r->seen, key, &number);
  if (!fresh && kind == FAILURE_DEADLOCK) add_waiting_sites(r, &r->result->failures.data[number]);
  bool again = !fresh && is_open(r, &r->result->failures.data[number]) && !is_judged(r, number);
  if (!fresh && !again && !recorder_wants_every(r)) return;
  struct concrete_run_goal wanted = {
      .failure = true, .kind = kind, .ins = vm_failing_ins(r->vm), .message = message, .thread = vm_thread_name(r->vm)};
  struct settled settled;
  if (settle(r, &wanted, &settled)) {
    if (fresh) map_put(&r->seen, key, r->result->failures.count);
    bool written = again && judge_again(r, number, kind, message, detail);
    if (!written && (fresh || recorder_wants_every(r))) add_failure(r, kind, message, detail, fresh);
  } else report_inexact(r);
  unsettle(r, &settled);
}

static void copy_other(struct recorder *r, struct result_failure *failure, const struct dpor_event *first) {
  uint32_t n = 0;
  while (n < sizeof first->stack / sizeof *first->stack && first->stack[n] != IR_NONE) n++;
  failure->other_frames = arena_alloc(&r->result->memory, n * sizeof *failure->other_frames);
  failure->other_nframes = n;
  for (uint32_t i = 0; i < n; i++) {
    struct result_frame frame = vm_frame_at(r->vm, first->stack[i]);
    frame.function = result_text(r->result, "%s", frame.function);
    frame.file = result_text(r->result, "%s", frame.file);
    failure->other_frames[i] = frame;
  }
  failure->other_thread = result_text(r->result, "%s", vm_name_of_thread(r->vm, first->thread));
  failure->other_message = vm_operation_text(first->op.kind);
  failure->other_site = n ? first->stack[0] : first->op.ins;
}

/* Two lines race once, however many accesses they hold. */
static uint64_t race_key(struct recorder *r, uint32_t a, uint32_t b) {
  const struct ir_loc *x = &r->program->locs[r->program->ins[a].loc], *y = &r->program->locs[r->program->ins[b].loc];
  struct failure_point point =
      failure_point(FAILURE_RACE, (uint64_t)x->file << 32 | x->line, (uint64_t)y->file << 32 | y->line, NULL);
  return failure_key(&point);
}

uint64_t recorder_key(struct recorder *r, const struct result_failure *failure) {
  if (failure->kind == FAILURE_RACE) return race_key(r, failure->other_site, failure->site);
  struct failure_point point = failure_point(failure->kind, failure->site, 0, failure->message);
  return failure_key(&point);
}

static void add_race(struct recorder *r, const struct dpor_event *first, const struct vm_op *second) {
  char message[400], object[160];
  name_memory(object, sizeof object, r->vm, r->program, second->range[0].address, second->range[0].size, second->ins);
  snprintf(message, sizeof message, "data race on %s: this %s is not ordered with a%s %s of thread %s", object,
           vm_operation_text(second->kind), first->op.kind == VM_OP_ATOMIC || first->op.kind == VM_OP_UPDATE ? "n" : "",
           vm_operation_text(first->op.kind), vm_name_of_thread(r->vm, first->thread));
  struct result_failure failure = describe(r, FAILURE_RACE, message, NULL);
  copy_other(r, &failure, first);
  keep_schedule(r, &failure);
  if (r->options->config.checks >> CHECK_RACE & 1) {
    write_failing_test(r, &failure);
    judge(r, &failure);
    vec_push(&r->result->failures, failure);
  } else vec_push(&r->result->warnings, failure);
}

void recorder_race(struct recorder *r, const struct dpor_event *first, uint32_t thread, const struct vm_op *second) {
  ASSERT(first->thread != thread && !(first->op.atomic && second->atomic));
  uint32_t before = vm_current_thread(r->vm);
  if (r->options->goal.without_failures) return;
  vm_look_at(r->vm, thread);
  uint64_t key = race_key(r, first->stack[0] == IR_NONE ? first->op.ins : first->stack[0], vm_failing_ins(r->vm));
  uint32_t known;
  if (!map_get(&r->seen, key, &known)) {
    struct concrete_run_goal wanted = {.failure = true,
                                       .kind = FAILURE_RACE,
                                       .ins = vm_failing_ins(r->vm),
                                       .message = "",
                                       .thread = vm_name_of_thread(r->vm, thread)};
    struct settled settled;
    bool concrete = settle(r, &wanted, &settled);
    if (concrete) map_put(&r->seen, key, 1);
    if (concrete) add_race(r, first, second);
    else if (r->options->config.checks >> CHECK_RACE & 1) report_inexact(r);
    unsettle(r, &settled);
  }
  vm_look_at(r->vm, before);
}

/* Threads that nobody waits for may be cut off anywhere by the end of the program. */
static void note_left_threads(struct recorder *r) {
  for (uint32_t t = 0; t < vm_thread_count(r->vm); t++) {
    uint32_t ins = vm_thread_left(r->vm, t) ? vm_thread_made_at(r->vm, t) : IR_NONE, old;
    if (ins == IR_NONE || map_get(&r->left, ins, &old)) continue;
    map_put(&r->left, ins, 1);
    struct result_frame place = vm_frame_at(r->vm, ins);
    result_add_note(r->result, result_text(r->result,
                                           "a thread created in %s (%s:%u) is neither joined nor detached when the "
                                           "program ends",
                                           place.function, place.file, place.line));
  }
}

void recorder_run(struct recorder *r) {
  ASSERT(!vm_has_failed(r->vm));
  char name[NAME_BYTES];
  if (!is_mine(r)) return;
  note_left_threads(r);
  r->result->runs.full++;
  if (!recorder_wants_every(r)) return;
  struct concrete_run_goal wanted = {0};
  struct settled settled;
  if (settle(r, &wanted, &settled)) write_test(r, "", META_VERDICT_OK, name, sizeof name);
  else report_inexact(r);
  unsettle(r, &settled);
}

const char *recorder_path(struct recorder *r, bool ended) {
  char name[NAME_BYTES];
  bool written;
  if (!recorder_wants_every(r)) return NULL;
  struct concrete_run_goal wanted = {0};
  struct settled settled;
  if (ended && !settle(r, &wanted, &settled)) {
    report_inexact(r);
    unsettle(r, &settled);
    return NULL;
  }
  written = write_test(r, "", ended ? META_VERDICT_OK : NULL, name, sizeof name);
  if (ended) unsettle(r, &settled);
  return written ? result_text(r->result, "%s/%s", r->options->output.out_dir, name) : NULL;
}

void recorder_capture(struct recorder *r, struct ktest *test) {
  struct smt_mark mark = smt_mark(r->smt);
  uint32_t count;
  const sym_id *conditions = vm_irrelevant_conditions(r->vm, &count);
  fulfil(r, conditions, count);
  *test = (struct ktest){0};
  for (uint32_t i = 0; i < vm_inputs(r->vm); i++) {
    const struct sym_input *input = vm_input(r->vm, i);
    uint8_t *bytes = mem_zalloc(input->size + 1u);
    model_bytes(r, input, bytes);
    if (wanted(r, input)) ktest_put(test, input->name, bytes, input->size);
    free(bytes);
  }
  char *schedule = schedule_encode(r->vm, r->dpor);
  if (schedule) ktest_put(test, META_SCHEDULE, schedule, (uint32_t)strlen(schedule));
  free(schedule);
  smt_rewind(r->smt, mark);
}

enum { REASON_BYTES = 700 };

/* Not in the result's memory: there may be as many as runs, and they are kept once. */
static void add_place(const struct recorder *r, const char *reason, char text[REASON_BYTES]) {
  uint32_t ins = vm_failing_ins(r->vm);
  const struct ir_loc *loc = &r->program->locs[r->program->ins[ins].loc];
  if (r->program->ins[ins].loc)
    snprintf(text, REASON_BYTES, "%s at %s:%u:%u", reason, ir_text(r->program, loc->file), loc->line, loc->column);
  else snprintf(text, REASON_BYTES, "%s", reason);
}

void recorder_incomplete(struct recorder *r, const char *reason) {
  r->incidents++;
  char text[REASON_BYTES];
  add_place(r, reason, text);
  result_add_reason(r->result, text);
}

void recorder_unconfirmed(struct recorder *r, enum failure_kind kind, const char *message, const char *reason) {
  r->incidents++;
  uint64_t key = key_here(r, kind, message);
  for (uint32_t i = 0; i < r->unconfirmed.count; i++)
    if (r->unconfirmed.data[i].key == key) return;
  char text[REASON_BYTES];
  add_place(r, reason, text);
  struct recorder_unconfirmed_failure unconfirmed = {.key = key, .reason = result_text(r->result, "%s", text)};
  vec_push(&r->unconfirmed, unconfirmed);
}

static void add_unconfirmed(struct recorder *r) {
  for (uint32_t i = 0; i < r->unconfirmed.count; i++) {
    uint32_t number;
    if (!map_get(&r->seen, r->unconfirmed.data[i].key, &number))
      result_add_reason(r->result, r->unconfirmed.data[i].reason);
  }
}

void recorder_verdict(struct recorder *r) {
  struct result *result = r->result;
  add_unconfirmed(r);
  if (result->failures.count) result->verdict = VERDICT_UNSAFE;
  else result->verdict = result->reasons.count ? VERDICT_INCOMPLETE : VERDICT_SAFE;
}
