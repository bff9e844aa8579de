/* The JSON report. The names are a contract with the programs that read it: they may be added to, never renamed. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "report/diff.h"
#include "report/model.h"
#include "report/report.h"
#include "report/narrate.h"
#include "report/words.h"
#include "suite/meta.h"

static json_t *text_value(const char *text) {
  if (!text) return json_string("");
  char *clean = words_clean(text, false);
  json_t *value = json_string(clean);
  free(clean);
  return value;
}

static json_t *text_or_null(const char *text) { return text ? text_value(text) : json_null(); }

static json_t *count_value(uint64_t value) { return json_integer(value > INT64_MAX ? INT64_MAX : (json_int_t)value); }

static json_t *frame_value(const struct result_frame *frame) {
  json_t *object = json_object();
  json_object_set_new(object, "function", text_value(frame->function));
  json_object_set_new(object, "file", text_value(frame->file));
  json_object_set_new(object, "line", count_value(frame->line));
  json_object_set_new(object, "column", count_value(frame->column));
  return object;
}

static json_t *input_value(const struct result_input *input) {
  json_t *object = json_object();
  char *hex = words_hex(input->bytes, input->size);
  int64_t number;
  json_object_set_new(object, "name", text_value(input->name));
  json_object_set_new(object, "size", count_value(input->size));
  json_object_set_new(object, "hex", json_string(hex));
  if (words_number(input->bytes, input->size, &number)) json_object_set_new(object, "int", json_integer(number));
  if (input->file) json_object_set_new(object, "file", text_value(input->file));
  if (input->file) json_object_set_new(object, "line", count_value(input->line));
  free(hex);
  return object;
}

static json_t *step_value(const struct result_step *step) {
  static const char *const marks[] = {[MARK_RACE] = "race", [MARK_HELD] = "held"};
  json_t *object = json_object();
  json_object_set_new(object, "thread", text_value(step->thread));
  json_object_set_new(object, "file", text_value(step->file));
  json_object_set_new(object, "line", count_value(step->line));
  json_object_set_new(object, "column", count_value(step->column));
  json_object_set_new(object, "function", text_value(step->function));
  json_object_set_new(object, "operation", text_value(step->operation));
  json_object_set_new(object, "object", text_or_null(step->object));
  json_object_set_new(object, "value", text_or_null(step->value));
  json_object_set_new(object, "text", text_value(step->text));
  json_object_set_new(object, "matters", json_boolean(step->matters));
  if (step->start) json_object_set_new(object, "start", text_value(step->start));
  if (step->changed) json_object_set_new(object, "changed", json_true());
  if (step->mark) json_object_set_new(object, "mark", json_string(marks[step->mark]));
  return object;
}

static json_t *wait_value(const struct result_wait *wait) {
  json_t *object = json_object();
  json_object_set_new(object, "thread", text_value(wait->thread));
  json_object_set_new(object, "object", text_value(wait->object));
  json_object_set_new(object, "held_by", text_or_null(wait->held_by));
  json_object_set_new(object, "place", frame_value(&wait->place));
  json_object_set_new(object, "held_since", wait->held_since.line ? frame_value(&wait->held_since) : json_null());
  return object;
}

static json_t *other_value(const struct result_failure *failure) {
  json_t *object = json_object(), *stack = json_array();
  for (uint32_t i = 0; i < failure->other_nframes; i++)
    json_array_append_new(stack, frame_value(&failure->other_frames[i]));
  json_object_set_new(object, "thread", text_value(failure->other_thread));
  json_object_set_new(object, "message", text_value(failure->other_message));
  json_object_set_new(object, "stack", stack);
  return object;
}

static void add_sentence(void *list, const char *thread, const char *text, bool end) {
  json_t *sentence = json_object();
  json_object_set_new(sentence, "thread", text_value(thread));
  json_object_set_new(sentence, "text", text_value(text));
  if (end) json_object_set_new(sentence, "end", json_true());
  json_array_append_new(list, sentence);
}

/* What only failures of several threads have. */
static void add_threads(json_t *object, const struct result_failure *failure) {
  if (failure->other_nframes) json_object_set_new(object, "other", other_value(failure));
  if (failure->nsteps) {
    json_t *steps = json_array(), *story = json_array();
    narrate_tell(failure, add_sentence, story);
    json_object_set_new(object, "story", story);
    for (uint32_t i = 0; i < failure->nsteps; i++) json_array_append_new(steps, step_value(&failure->steps[i]));
    json_object_set_new(object, "schedule", steps);
    json_object_set_new(object, "switches", count_value(failure->switches));
    json_object_set_new(object, "switches_found", count_value(failure->switches_found));
  }
  if (failure->nwaits) {
    json_t *waits = json_array();
    for (uint32_t i = 0; i < failure->nwaits; i++) json_array_append_new(waits, wait_value(&failure->waits[i]));
    json_object_set_new(object, "waits", waits);
  }
}

/* The changed line, and the first value that differs because of it. */
static json_t *divergence_value(const struct result_divergence *d) {
  json_t *object = json_object();
  json_object_set_new(object, "file", text_value(d->file));
  json_object_set_new(object, "line", json_integer(d->line));
  json_object_set_new(object, "function", text_value(d->function));
  json_object_set_new(object, "thread", text_value(d->thread));
  json_object_set_new(object, "old_file", text_value(d->old_file));
  json_object_set_new(object, "old_line", json_integer(d->old_line));
  json_object_set_new(object, "what", text_value(d->what));
  if (*d->name) json_object_set_new(object, "name", text_value(d->name));
  if (*d->old_value) json_object_set_new(object, "old", text_value(d->old_value));
  if (*d->new_value) json_object_set_new(object, "new", text_value(d->new_value));
  return object;
}

/* From the changed line to the failure. */
static json_t *chain_value(const struct result_failure *failure) {
  json_t *chain = json_array();
  for (uint32_t i = 0; i < failure->nchain; i++) {
    const struct result_link *l = &failure->chain[i];
    json_t *link = json_object();
    json_object_set_new(link, "role", text_value(l->role));
    json_object_set_new(link, "file", text_value(l->file));
    json_object_set_new(link, "line", count_value(l->line));
    json_object_set_new(link, "function", text_value(l->function));
    json_object_set_new(link, "thread", text_value(l->thread));
    if (*l->name) json_object_set_new(link, "name", text_value(l->name));
    if (*l->old_value) json_object_set_new(link, "old", text_value(l->old_value));
    if (*l->new_value) json_object_set_new(link, "new", text_value(l->new_value));
    json_object_set_new(link, "changed", json_boolean(l->changed));
    json_object_set_new(link, "text", text_value(l->text));
    json_array_append_new(chain, link);
  }
  return chain;
}

static json_t *failure_value(const struct result_failure *failure) {
  static const struct result_frame nowhere;
  const struct result_frame *place = failure->nframes ? &failure->frames[0] : &nowhere;
  json_t *object = json_object(), *stack = json_array(), *inputs = json_array();
  for (uint32_t i = 0; i < failure->nframes; i++) json_array_append_new(stack, frame_value(&failure->frames[i]));
  for (uint32_t i = 0; i < failure->ninputs; i++) json_array_append_new(inputs, input_value(&failure->inputs[i]));
  json_object_set_new(object, "kind", json_string(failure_kind_text(failure->kind)));
  json_object_set_new(object, "message", text_value(failure->message));
  json_object_set_new(object, "file", text_value(place->file));
  json_object_set_new(object, "line", count_value(place->line));
  json_object_set_new(object, "column", count_value(place->column));
  json_object_set_new(object, "function", text_value(place->function));
  json_object_set_new(object, "thread", text_value(failure->thread));
  json_object_set_new(object, "test", text_or_null(failure->test));
  json_object_set_new(object, "new", failure->age == AGE_UNKNOWN ? json_null() : json_boolean(failure->age == AGE_NEW));
  if (failure->also_old) json_object_set_new(object, "also_old", json_true());
  if (failure->divergence) json_object_set_new(object, "divergence", divergence_value(failure->divergence));
  if (failure->nchain) json_object_set_new(object, "chain", chain_value(failure));
  if (failure->accepted_why) json_object_set_new(object, "accepted_why", text_value(failure->accepted_why));
  json_object_set_new(object, "detail", text_or_null(failure->detail));
  json_object_set_new(object, "run", count_value(failure->run));
  json_object_set_new(object, "stack", stack);
  json_object_set_new(object, "inputs", inputs);
  add_threads(object, failure);
  return object;
}

static json_t *failures_value(const struct result_failure *failures, uint32_t count) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < count; i++) json_array_append_new(array, failure_value(&failures[i]));
  return array;
}

static json_t *reasons_value(const struct result *result) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < result->reasons.count; i++)
    json_array_append_new(array, text_value(result->reasons.data[i]));
  return array;
}

static json_t *notes_value(const struct result *result) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < result->notes.count; i++) json_array_append_new(array, text_value(result->notes.data[i]));
  return array;
}

static json_t *cut_value(const struct result_cut *cut) {
  json_t *object = json_object(), *threads = json_array(), *conditions = json_array();
  for (uint32_t i = 0; i < cut->nthreads; i++) {
    json_t *thread = frame_value(&cut->threads[i].place);
    json_object_set_new(thread, "thread", text_value(cut->threads[i].thread));
    json_array_append_new(threads, thread);
  }
  for (uint32_t i = 0; i < cut->nconditions; i++) json_array_append_new(conditions, text_value(cut->conditions[i]));
  json_object_set_new(object, "run", count_value(cut->run));
  if (cut->summary) {
    json_object_set_new(object, "summary", count_value(cut->summary));
    json_object_set_new(object, "made_after_run", count_value(cut->made_after));
  } else json_object_set_new(object, "same_state_as_run", count_value(cut->same_as));
  if (cut->exchanged) json_object_set_new(object, "exchanged", text_value(cut->exchanged));
  json_object_set_new(object, "threads", threads);
  json_object_set_new(object, "conditions", conditions);
  json_object_set_new(object, "more_conditions", count_value(cut->more));
  json_object_set_new(object, "library_conditions", count_value(cut->library));
  return object;
}

static json_t *pruning_value(const struct result *result) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < result->cuts.count; i++) json_array_append_new(array, cut_value(&result->cuts.data[i]));
  return array;
}

static json_t *runs_value(const struct result_runs *runs) {
  json_t *object = json_object();
  json_object_set_new(object, "full", count_value(runs->full));
  json_object_set_new(object, "partial", count_value(runs->partial));
  json_object_set_new(object, "infeasible", count_value(runs->infeasible));
  json_object_set_new(object, "blocked", count_value(runs->blocked));
  return object;
}

static json_t *tests_value(const struct result *result) {
  json_t *object = json_object();
  json_object_set_new(object, "new", count_value(result->artefacts.tests_new));
  json_object_set_new(object, "reused", count_value(result->artefacts.tests_reused));
  json_object_set_new(object, "retired", count_value(result->artefacts.tests_retired));
  json_object_set_new(object, "dir", text_or_null(result->artefacts.tests_dir));
  return object;
}

static json_t *solver_value(const struct smt_stats *solver) {
  json_t *object = json_object();
#define X(name, text) json_object_set_new(object, #name, count_value(solver->name));
  SMT_STATS(X)
#undef X
  json_object_set_new(object, "z3_seconds", json_real(solver->z3_seconds));
  return object;
}

static json_t *summaries_value(const struct summary_stats *stats) {
  json_t *object = json_object();
#define X(name, text) json_object_set_new(object, #name, count_value(stats->name));
  SUMMARY_STATS(X)
#undef X
  json_object_set_new(object, "seconds", json_real(stats->seconds));
  json_object_set_new(object, "check_ns", json_real(stats->check_ns));
  return object;
}

static json_t *stats_value(const struct result *result, const struct smt_stats *solver) {
  const struct result_stats *stats = &result->stats;
  json_t *object = json_object();
  for (unsigned i = 0; i < STATS_ROWS; i++) {
    const struct stats_row *row = &stats_rows[i];
    if (!stats_is_shown(stats, row)) continue;
    json_object_set_new(object, row->name,
                        row->real ? json_real(stats_real_at(stats, row->at))
                                  : count_value(stats_count_at(stats, row->at)));
  }
  double runs = (double)(result->runs.full + result->runs.partial);
  json_object_set_new(object, "runs_per_second", json_real(stats->seconds > 0 ? runs / stats->seconds : 0));
  if (stats->guided) json_object_set_new(object, "summaries", summaries_value(&stats->summaries));
  if (solver) json_object_set_new(object, "solver", solver_value(solver));
  return object;
}

static json_t *replay_value(const struct report_replay *replay) {
  json_t *object = json_object();
  json_object_set_new(object, "test", text_value(replay->test));
  json_object_set_new(object, "recorded", text_or_null(replay->recorded));
  json_object_set_new(object, "kept_for", text_or_null(replay->kept_for));
  json_object_set_new(object, "verdict_agrees", replay->recorded ? json_boolean(replay->verdict_agrees) : json_null());
  json_object_set_new(object, "path_agrees", replay->path_recorded ? json_boolean(replay->path_agrees) : json_null());
  char path[META_PATH_DIGITS + 1];
  meta_path_encode(replay->path, path);
  json_object_set_new(object, "path", json_string(path));
  json_object_set_new(object, "diverged", json_boolean(replay->diverged));
  if (replay->diverged) json_object_set_new(object, "why", text_value(replay->why));
  return object;
}

/* "right" is null where the comparison says nothing. */
static json_t *task_value(const struct report_task *task, const char *verdict) {
  json_t *object = json_object();
  bool open = !strcmp(task->outcome, "incomplete");
  json_object_set_new(object, "file", text_value(task->file));
  json_object_set_new(object, "property", text_value(task->property));
  json_object_set_new(object, "expected", text_value(task->expected));
  json_object_set_new(object, "verdict", json_string(verdict));
  json_object_set_new(object, "right", open ? json_null() : json_boolean(!strcmp(task->outcome, "right")));
  return object;
}

static const char *verdict_name(enum result_verdict verdict) {
  switch (verdict) {
  case VERDICT_SAFE: return "safe";
  case VERDICT_UNSAFE: return "unsafe";
  case VERDICT_INCOMPLETE: break;
  }
  return "incomplete";
}

/* ---- two versions ---- */

static json_t *lines_value(const struct check *check) {
  struct diff_report report = {.change = check->change, .impact = check->impact};
  json_t *array = json_array();
  uint32_t live;
  if (!check->impact) return array;
  struct diff_places places = diff_affected(&report, false, &live);
  for (uint32_t i = 0; i < places.count; i++) {
    json_t *line = json_object();
    json_object_set_new(line, "file", text_value(places.data[i].file));
    json_object_set_new(line, "line", count_value(places.data[i].line));
    json_array_append_new(array, line);
  }
  free(places.data);
  return array;
}

static json_t *change_value(const struct check *check) {
  json_t *object = json_object(), *pairs = json_object();
  json_object_set_new(object, "added", count_value(check->change->new.alone));
  json_object_set_new(object, "deleted", count_value(check->change->old.alone));
  json_object_set_new(object, "modified", count_value(check->change->new.modified));
  json_object_set_new(object, "nothing", json_boolean(check->change->nothing));
  json_object_set_new(object, "affected_lines", lines_value(check));
  if (check->impact) {
    json_object_set_new(object, "instructions", count_value(check->impact->live));
    json_object_set_new(object, "affected", count_value(check->impact->affected));
    json_object_set_new(object, "targets", count_value(check->targets));
  }
  json_object_set_new(pairs, "affected", json_integer(0));
  json_object_set_new(pairs, "covered", json_integer(0));
  json_object_set_new(pairs, "infeasible", json_integer(0));
  json_object_set_new(object, "pairs", pairs);
  return object;
}

static json_t *place_value(const struct check *check, uint32_t block) {
  const struct ir_program *p = check->change->new.program;
  const struct ir_block *b = &p->blocks[block];
  json_t *object = json_object();
  const struct ir_loc *loc = &p->locs[0];
  for (uint32_t i = 0; i < b->count && !loc->line; i++)
    if (static_set_has(&check->impact->forward, b->first + i)) loc = &p->locs[p->ins[b->first + i].loc];
  json_object_set_new(object, "file", text_value(ir_text(p, loc->file)));
  json_object_set_new(object, "line", count_value(loc->line));
  return object;
}

static json_t *path_value(const struct check *check, const struct result_path *path) {
  json_t *object = json_object(), *sequence = json_array(), *conditions = json_array();
  for (uint32_t i = 0; i < path->nmarks; i++) {
    const struct check_chain *chain = &check->paths.chains.data[path->marks[i] - 1];
    for (uint32_t k = 0; k < chain->count; k++) json_array_append_new(sequence, place_value(check, chain->blocks[k]));
  }
  for (uint32_t i = 0; i < path->nconditions; i++) json_array_append_new(conditions, text_value(path->conditions[i]));
  json_object_set_new(object, "sequence", sequence);
  json_object_set_new(object, "condition", conditions);
  json_object_set_new(object, "test", text_or_null(path->test));
  return object;
}

static json_t *paths_value(const struct check *check) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < check->result.artefacts.paths.count; i++)
    json_array_append_new(array, path_value(check, &check->result.artefacts.paths.data[i]));
  return array;
}

static json_t *old_value(const struct check *check) {
  json_t *object = json_object();
  json_object_set_new(object, "known", json_boolean(check->old_is_known));
  json_object_set_new(object, "from_store", json_boolean(check->old_from_store));
  json_object_set_new(object, "complete", json_boolean(check->old.complete));
  json_object_set_new(object, "runs", runs_value(&check->old.runs));
  json_object_set_new(object, "seconds", json_real(check->old_seconds));
  return object;
}

static void add_versions(json_t *object, const struct report_info *info) {
  const struct report_versions *versions = info->versions;
  static const char *const scopes[] = {[SCOPE_NOTHING] = "nothing changed",
                                       [SCOPE_NO_TARGET] = "nothing affected can fail",
                                       [SCOPE_SAME] = "no run differs",
                                       [SCOPE_KNOWN] = "known before",
                                       [SCOPE_ALIKE] = "known alike",
                                       [SCOPE_IMPACT] = "affected",
                                       [SCOPE_ALL] = "all"};
  const struct check *check = versions->check;
  json_object_set_new(object, "change", change_value(check));
  json_object_set_new(object, "explored", json_string(scopes[check->scope]));
  json_object_set_new(object, "old", old_value(check));
  json_object_set_new(object, "fixed", failures_value(check->fixed.data, check->fixed.count));
  json_object_set_new(object, "fail_on", json_string(report_fail_on_text(info->fail_on)));
  json_object_set_new(object, "exit_code", json_integer(report_exit_code(&check->result, info->fail_on)));
  json_object_set_new(object, "guarantee", json_string(check->paths.marks ? "paths" : "verdict"));
  if (check->paths.marks) json_object_set_new(object, "paths", paths_value(check));
  if (check->result.artefacts.nold_tests)
    json_object_set_new(json_object_get(object, "tests"), "complete",
                        check->suite_complete == KEEP_UNKNOWN ? json_null()
                                                              : json_boolean(check->suite_complete == KEEP_COMPLETE));
  json_t *stats = json_object_get(object, "stats");
  json_object_set_new(stats, "static_seconds", json_real(check->static_seconds));
  json_object_set_new(stats, "summaries_reused", count_value(check->summaries_used));
}

json_t *model_make(const struct report_info *info, const struct result *result) {
  json_t *object = json_object();
  json_object_set_new(object, "heddle", json_string(HEDDLE_VERSION));
  json_object_set_new(object, "command", json_string(info->command));
  json_object_set_new(object, "verdict", json_string(verdict_name(result->verdict)));
  json_object_set_new(object, "reasons", reasons_value(result));
  json_object_set_new(object, "runs", runs_value(&result->runs));
  json_object_set_new(object, "failures", failures_value(result->failures.data, result->failures.count));
  json_object_set_new(object, "warnings", failures_value(result->warnings.data, report_warnings_told(info, result)));
  json_object_set_new(object, "warnings_left_out",
                      count_value(result->warnings.count - report_warnings_told(info, result)));
  json_object_set_new(object, "accepted", failures_value(result->accepted.data, result->accepted.count));
  json_object_set_new(object, "notes", notes_value(result));
  json_object_set_new(object, "tests", tests_value(result));
  json_object_set_new(object, "stats", stats_value(result, info->solver));
  if (info->pruning) json_object_set_new(object, "pruning", pruning_value(result));
  if (info->versions) add_versions(object, info);
  if (info->extra) info->extra->json(info->extra->context, object);
  if (info->task) json_object_set_new(object, "task", task_value(info->task, verdict_name(result->verdict)));
  if (info->replay) json_object_set_new(object, "replay", replay_value(info->replay));
  return object;
}

bool report_json(FILE *out, const struct report_info *info, const struct result *result) {
  json_t *object = model_make(info, result);
  bool good = json_dumpf(object, out, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) == 0;
  json_decref(object);
  return good && fputc('\n', out) != EOF && fflush(out) == 0;
}
